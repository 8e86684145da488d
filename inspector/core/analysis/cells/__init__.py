"""What the cells of a confusion matrix count: a label at rank 1, or labels that are missed and wrong in sets."""
