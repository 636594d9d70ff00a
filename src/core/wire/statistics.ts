/** One figure of a block's head. */
export interface StatisticsColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Digits after the point. */
  readonly scale: number;
}

/** One row: a value of the dimension with its figures, in the order of the columns. */
export interface StatisticsRow {
  /** Value of the dimension as a filter takes it; null for records without one. */
  readonly key: string | null;
  readonly label: string;
  readonly values: readonly number[];
}

/** One block of statistics with its total. */
export interface StatisticsBlock {
  readonly key: string;
  readonly title: string;
  readonly chart: string;
  /** Field of the dimension and its title; undefined for figures without one. */
  readonly dimension?: { readonly field: string; readonly title: string; readonly part?: string } | undefined;
  readonly filters: readonly string[];
  readonly columns: readonly StatisticsColumn[];
  readonly rows: readonly StatisticsRow[];
  readonly total: readonly number[];
}
