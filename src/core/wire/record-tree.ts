/** A record in the tree beside a page. */
export interface RecordTreeNode {
  readonly id: string;
  /** '' where the person may not see its name. */
  readonly label: string;
  /** State or grade behind the name. */
  readonly tag?: { readonly text: string; readonly color?: string };
  /** Whether records may hang below it; which ones is known once `branches` were read. */
  readonly opens: boolean;
  /** Its records below, by kind, where they were read along. */
  readonly branches?: readonly RecordTreeBranch[];
}

/** Records of one kind below a record. */
export interface RecordTreeBranch {
  readonly entity: string;
  /** Name of the entity. */
  readonly title: string;
  /** Page on which the records open. */
  readonly page: string;
  readonly nodes: readonly RecordTreeNode[];
  readonly total: number;
  readonly totalCapped?: boolean;
}

/** The tree around a record: its topmost record alone, opened down to this one. */
export interface RecordTree {
  readonly root: RecordTreeBranch;
}
