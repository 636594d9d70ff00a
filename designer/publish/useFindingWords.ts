import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { useKeywordName } from '../properties/captioned.ts';
import type { FindingPlace } from './finding-place.ts';

/** Steps of an address at whose end stands what people know by its title: a field, a section, a state, a page. */
const KNOWN = [3, 2];

/** Where a finding is mended, as people call it: 合计·计算; empty for the entity as a whole. */
export function useFindingWords(entity: Entity): (place: FindingPlace) => string {
  const keyword = useKeywordName();
  return ({ at, steps }) => {
    const thing = KNOWN.map((length) => locate(addressed(entity), at.slice(0, length))?.value).find(
      (value) => isDraft(value) && typeof value.title === 'string',
    );
    const title = isDraft(thing) ? String(thing.title) : '';
    const below = steps.length > at.length ? keyword(steps.at(-1) ?? '') : '';
    return [title, below].filter(Boolean).join('·');
  };
}
