/** Who wrote an anonymous record, in words, for whoever opened it. */
export interface OpenedAuthor {
  /** Creator, his department, and what else was sealed. */
  readonly fields: readonly { readonly field: string; readonly title: string; readonly text: string }[];
}
