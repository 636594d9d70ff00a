import type { Property } from '../entity.generated.ts';

/** What the kind of a field alone tells of its value. */
export interface ToldValue {
  /** `type` where the field does not write one. */
  readonly type: Property['type'];
  /** Whether it may be a number, which `scale` then tells. */
  readonly number?: true;
  /** Whether `multiple` makes it a list of texts. */
  readonly many?: true;
  /** Whether it is a list of texts anyway. */
  readonly texts?: true;
}
