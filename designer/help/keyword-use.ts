import type { Example } from '../../src/core/dialect/entity.generated.ts';
import { entityPlace, formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { exampleGroups } from '../../src/runtime/preview/shipped-examples.ts';

/** A shipped example that says a keyword, with the thing that says it and what its tries give. */
interface KeywordUse {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The thing as JSON. */
  readonly written: string;
  readonly tries: readonly Example[];
}

/** Longest thing that is shown whole, in characters of its JSON. */
const LONGEST = 500;

/** The shipped example that says a keyword in the fewest words; undefined where none does. */
export function shippedUse(keyword: string, place: Place): KeywordUse | undefined {
  const uses = exampleGroups.flatMap(({ examples }) =>
    examples.flatMap(({ name, title, description, text }): readonly KeywordUse[] => {
      const entity: unknown = JSON.parse(text);
      const holder = holderOf(entity, entityPlace(), keyword, place);
      if (holder === undefined) return [];
      const tries = isDraft(entity) && Array.isArray(entity.examples) ? (entity.examples as readonly Example[]) : [];
      return [{ name, title, description, written: shown(holder, keyword), tries }];
    }),
  );
  // One that is tried tells more.
  const rank = ({ tries, written }: KeywordUse) => (tries.length > 0 ? 0 : 10_000) + written.length;
  return [...uses].sort((left, right) => rank(left) - rank(right))[0];
}

function shown(holder: Readonly<Record<string, unknown>>, keyword: string): string {
  const whole = JSON.stringify(holder, null, 2);
  return whole.length <= LONGEST ? whole : JSON.stringify({ [keyword]: holder[keyword] }, null, 2);
}

/** The first thing within a value whose keyword is the one that is asked for, by the place that the dialect gives it. */
function holderOf(
  value: unknown,
  outer: Place,
  keyword: string,
  wanted: Place,
): Readonly<Record<string, unknown>> | undefined {
  const place = formOf(outer, value);
  if (Array.isArray(value)) {
    const { items } = place;
    return items === undefined ? undefined : first(value, (item) => holderOf(item, items, keyword, wanted));
  }
  if (!isDraft(value)) return undefined;
  if (Object.hasOwn(value, keyword) && place.properties.get(keyword)?.description === wanted.description) return value;
  return first(Object.entries(value), ([key, below]) => {
    const next = place.properties.get(key) ?? place.entries;
    return next === undefined ? undefined : holderOf(below, next, keyword, wanted);
  });
}

function first<T, R>(list: readonly T[], find: (entry: T) => R | undefined): R | undefined {
  for (const entry of list) {
    const found = find(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}
