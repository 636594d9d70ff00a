/** A record in the tree beside a page. */
export interface TreeNode {
  readonly id: string;
  /** '' where the person may not see its name. */
  readonly label: string;
  /** State or grade behind the name. */
  readonly tag?: { readonly text: string; readonly color?: string };
  /** Whether records may hang below it; which ones is known once `branches` were read. */
  readonly opens: boolean;
  /** Its records below, by kind, where they were read along. */
  readonly branches?: readonly TreeBranch[];
}

/** Records of one kind below a record. */
export interface TreeBranch {
  readonly entity: string;
  /** Name of the entity. */
  readonly title: string;
  /** Page on which the records open. */
  readonly page: string;
  readonly nodes: readonly TreeNode[];
  readonly total: number;
  readonly totalCapped?: boolean;
}

/** The tree around a record: its topmost record alone, opened down to this one. */
export interface RecordTree {
  readonly root: TreeBranch;
}
