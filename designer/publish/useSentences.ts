import type { EntityChange } from '../../src/core/dialect/diff-entities.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { shortText, useKeywordName } from '../properties/captioned.ts';
import { usePublishText } from './texts.ts';

/** Says a difference of two versions of an entity as a sentence for people. */
export function useSentences(): (change: EntityChange) => string {
  const text = usePublishText();
  const keyword = useKeywordName();
  const told = (value: unknown): string => (typeof value === 'boolean' ? text(value ? 'yes' : 'no') : shortText(value));
  const isMissing = (value: unknown) => value === undefined || value === null;
  return ({ verb, kind, name, title = name, property = '', before, after }) => {
    const thing = { kind, name: title };
    if (verb === 'renamed') return text('renamed', { ...thing, before: told(before), after: told(after) });
    if (verb !== 'changed') return text(verb, thing);
    const called = { ...thing, property: property.split('.').map(keyword).join('·') };
    const lists = [before ?? [], after ?? []];
    if ((Array.isArray(before) || Array.isArray(after)) && lists.every((list) => Array.isArray(list))) {
      const [was = [], is = []] = lists as readonly unknown[][];
      const beside = (list: readonly unknown[], other: readonly unknown[]) =>
        list.filter((entry) => !other.some((each) => sameJson(each, entry))).map(told);
      const [more, less] = [beside(is, was), beside(was, is)];
      const parts = [
        ...(more.length === 0 ? [] : [text('list.more', { entries: more.join('”“') })]),
        ...(less.length === 0 ? [] : [text('list.less', { entries: less.join('”“') })]),
      ];
      const what = parts.length === 0 ? text('list.order') : parts.join('，');
      return `${text('changed.list', called)}${what}`;
    }
    // What is no switch that is on is off, whether that is written or not.
    if (typeof (before ?? after) === 'boolean') {
      return text('changed.turned', { ...called, before: told(before ?? false), after: told(after ?? false) });
    }
    if (isMissing(before)) return text('changed.set', { ...called, after: told(after) });
    if (isMissing(after)) return text('changed.taken', { ...called, before: told(before) });
    return text('changed.turned', { ...called, before: told(before), after: told(after) });
  };
}
