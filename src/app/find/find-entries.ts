import type { FoundAnswer, FoundPages } from '../../core/wire/find.ts';
import type { PageChoice } from '../../screens/shared/page-choices.ts';

/** Something that can be gone to. */
export interface FindEntry {
  readonly key: string;
  readonly kind: 'page' | 'action' | 'record' | 'list';
  readonly title: string;
  /** Where it stands, or what it is. */
  readonly place: string;
  readonly path: string;
  readonly newTab: boolean;
  /** Icon of its page; '' for its kind's. */
  readonly icon: string;
}

/** Entries under one heading. */
export interface FindGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly FindEntry[];
}

/** Pages and actions shown. */
const PAGES = 8;
const ACTIONS = 4;

/** How well a title, its spelling and its group fit what was typed, smaller is better; undefined where they do not. */
function fitness(typed: string, title: string, spelling: readonly string[], place: string): number | undefined {
  const name = title.toLowerCase();
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  if (name.includes(typed)) return 2;
  const [whole = '', initials = ''] = spelling;
  if (initials.startsWith(typed) || whole.startsWith(typed)) return 3;
  if (typed.length > 1 && (initials.includes(typed) || whole.includes(typed))) return 4;
  return place.toLowerCase().includes(typed) ? 5 : undefined;
}

function best<Item>(items: readonly Item[], rank: (item: Item) => number | undefined, most: number): readonly Item[] {
  return items
    .flatMap((item) => {
      const value = rank(item);
      return value === undefined ? [] : [{ item, value }];
    })
    .sort((left, right) => left.value - right.value)
    .slice(0, most)
    .map(({ item }) => item);
}

/** Pages of the person whose title, spelling or group fits what was typed, the best first. */
export function foundPages(typed: string, pages: readonly PageChoice[], spelled: FoundPages): readonly FindEntry[] {
  const word = typed.trim().toLowerCase();
  if (word === '') return [];
  const fitting = best(pages, ({ code, title, group }) => fitness(word, title, spelled[code] ?? [], group), PAGES);
  return fitting.map(pageEntry);
}

/** A page as it can be gone to. */
export const pageEntry = ({ path, title, group, newTab, icon }: PageChoice): FindEntry => ({
  key: `page ${path}`,
  kind: 'page',
  title,
  place: group,
  path,
  newTab,
  icon,
});

/** Forms that the person may fill in and whose name fits what was typed: `新增` with the title of the page. */
export function foundActions(
  typed: string,
  pages: readonly PageChoice[],
  spelled: FoundPages,
  may: (code: string) => boolean,
  name: (title: string) => string,
): readonly FindEntry[] {
  const word = typed.trim().toLowerCase();
  if (word === '') return [];
  const adding = pages.filter(({ code, described }) => described && may(code));
  const fitting = best(
    adding,
    ({ code, title }) => {
      const own = fitness(word, title, spelled[code] ?? [], '');
      return own ?? (name(title).toLowerCase().includes(word) ? 2 : undefined);
    },
    ACTIONS,
  );
  return fitting.map(({ path, title, group }) => ({
    key: `action ${path}`,
    kind: 'action',
    title: name(title),
    place: group,
    path: `${path}/add`,
    newTab: false,
    icon: '',
  }));
}

/** Records that were found, by business; behind those of which there are more stands the list with the same search. */
export function foundRecords(
  typed: string,
  answer: FoundAnswer,
  pages: readonly PageChoice[],
  all: (page: string) => string,
): readonly FindGroup[] {
  return answer.groups.flatMap(({ entity, entityTitle, page: code, records, more }) => {
    const page = pages.find((one) => one.code === code);
    if (page === undefined) return [];
    const entries = records.map(
      ({ id, line }): FindEntry => ({
        key: `record ${entity} ${id}`,
        kind: 'record',
        title: line,
        place: entityTitle,
        path: `${page.path}/view/${id}`,
        newTab: false,
        icon: '',
      }),
    );
    const whole: FindEntry = {
      key: `list ${entity}`,
      kind: 'list',
      title: all(page.title),
      place: '',
      path: `${page.path}?${new URLSearchParams({ _q: typed.trim() })}`,
      newTab: false,
      icon: '',
    };
    return [{ key: entity, title: entityTitle, entries: more ? [...entries, whole] : entries }];
  });
}
