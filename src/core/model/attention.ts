import type { Entity, Measure } from '../dialect/entity.generated.ts';

/** Why records of an entity are shown on the page after login. */
export type AttentionKind = NonNullable<Measure['attention']> | 'draft';

/** Records of an entity that the page after login counts and names. */
export interface Attention {
  /** Key of the measure; that of one's own drafts is `OWN_DRAFTS`. */
  readonly key: string;
  readonly kind: AttentionKind;
  /** Name of the measure; undefined for drafts. */
  readonly title: string | undefined;
  /** Condition over the record; undefined for all. */
  readonly where: string | undefined;
  /** Field of the deadline. */
  readonly due: string | undefined;
}

/** Block of the figures of attention, as `formatFigure` names them; no block of a file bears it, since it is a reserved name. */
export const ATTENTION_BLOCK = 'attention';

/** The drafts that a person left: every entity with draft states has them, and no file says so. */
export const OWN_DRAFTS = 'ownDrafts';

/** What the page after login shows of an entity: its marked measures, and the drafts of the person who asks. */
export function attentionOf({ statistics, states = {} }: Entity): readonly Attention[] {
  const marked = Object.entries(statistics?.measures ?? {}).flatMap(([key, measure]): Attention[] => {
    const { attention: kind, title, where, due } = measure;
    return kind === undefined ? [] : [{ key, kind, title, where, due }];
  });
  const drafts = Object.entries(states).flatMap(([key, state]) => (state.draft === true ? [`'${key}'`] : []));
  const where = `status in [${drafts.join(', ')}] and createUser == me.userId`;
  return drafts.length === 0
    ? marked
    : [...marked, { key: OWN_DRAFTS, kind: 'draft', title: undefined, where, due: undefined }];
}
