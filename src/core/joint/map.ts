import type { ModelExpression } from '../model/entity-model.ts';
import type { ReferringList } from './referring-list.ts';

/** Places of the records of a page. */
export interface MapLayer {
  readonly key: string;
  readonly title: string;
  /** Code of the page. */
  readonly page: string;
  /** Field that holds the place. */
  readonly at: string;
  readonly shape: 'point' | 'polygon';
  /** Field with choices whose colours the places have; undefined for one colour. */
  readonly color: string | undefined;
  /** Condition besides that of the page. */
  readonly where: ModelExpression | undefined;
  readonly opens: readonly ReferringList[];
}

/** A page of the kind `map`. */
export interface MapSettings {
  readonly layers: readonly MapLayer[];
}

/** Places of a layer that are told one by one; of more points numbers by grid are told, of more areas the first. */
export const MOST_POINTS = 2_000;
export const MOST_AREAS = 500;
