import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { buildPageModel, type EntityPageModel } from './page-model.ts';
import type { RecordData } from './record-view.ts';

const built = new WeakMap<EntityPageModel, Map<string, EntityPageModel>>();

/**
 * A page over an entity that belongs to another page's: a child, or what a transition writes. Its form leaves out the
 * field that refers to the parent, which the server fills. Undefined where the page does not bring the entity.
 */
export function childPage(page: EntityPageModel, key: string): EntityPageModel | undefined {
  const children = page.metadata.children ?? {};
  const child = Object.hasOwn(children, key) ? children[key] : undefined;
  if (child === undefined) return undefined;
  let own = built.get(page);
  if (own === undefined) {
    own = new Map();
    built.set(page, own);
  }
  let made = own.get(key);
  if (made === undefined) {
    const { entity, area } = child;
    const parent = entity.parent?.field;
    // A page of its own, since the child may have none and its own ones have other rights.
    const code = page.metadata.page;
    made = {
      ...buildPageModel(
        {
          ...page.metadata,
          entity: { ...entity, pages: { [code]: { title: entity.title, actions: [...ownActions(entity)] } } },
          area,
          page: code,
          children: { ...children, [page.model.key]: { entity: page.metadata.entity, area: page.metadata.area } },
        },
        (_: EntityModel, field: string) => field === parent,
      ),
      callPage: undefined,
    };
    own.set(key, made);
  }
  return made;
}

/** Actions that the pages of an entity offer, those of the first page first; of one without pages its transitions. */
function ownActions({ pages = {}, transitions = {} }: Entity): ReadonlySet<string> {
  const offered = Object.values(pages).flatMap(({ actions = [] }) => actions);
  return new Set(Object.keys(pages).length === 0 ? Object.keys(transitions) : offered);
}

/** Keys of the children of an entity: its plain rows first, then what its steps write, in the order of the steps. */
export function childKeys(page: EntityPageModel): readonly string[] {
  const written = Object.values(page.metadata.entity.transitions ?? {}).map(({ writes }) => writes);
  return Object.entries(page.metadata.children ?? {})
    .filter(([, { entity }]) => entity.parent?.entity === page.model.key)
    .map(([key]) => key)
    .toSorted((one, other) => written.lastIndexOf(one) - written.lastIndexOf(other));
}

/** Field of a child by which it refers to its parent. */
export function parentField(page: EntityPageModel): string | undefined {
  return page.metadata.entity.parent?.field;
}

/** The order of the child's own first page; none where it says nothing. */
export function rowOrder(child: EntityPageModel): (one: RecordData, other: RecordData) => number {
  const { pages = {} } = child.metadata.children?.[child.model.key]?.entity ?? {};
  const sort = Object.values(pages)[0]?.sort ?? [];
  return (one, other) => {
    for (const entry of sort) {
      const key = entry.replace(/^-/, '');
      const order = compare(one[key], other[key]);
      if (order !== 0) return entry.startsWith('-') ? -order : order;
    }
    return 0;
  };
}

/** Rows in the order of the child's own first page; as they were given where it says nothing. */
export function sortedRows<Row extends RecordData>(child: EntityPageModel, rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(rowOrder(child));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one ?? ''), String(other ?? '')];
  return left < right ? -1 : left > right ? 1 : 0;
}
