import type { ModelExpression } from '../model/entity-model.ts';

/** A page whose records stand in a union. */
export interface UnionMember {
  readonly key: string;
  readonly title: string;
  /** Code of the page. */
  readonly page: string;
  /** Key of its entity. */
  readonly entity: string;
  /** Field by column. */
  readonly fields: Readonly<Record<string, string>>;
  /** Conditions besides that of the page. */
  readonly where: readonly ModelExpression[];
}

/** A page of the kind `union`. */
export interface UnionSettings {
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    /** Days before a date at which it is coloured; undefined where it is not. */
    readonly due?: number;
  }[];
  /** Column by which it stands. */
  readonly sort: string;
  readonly descending: boolean;
  readonly members: readonly UnionMember[];
}
