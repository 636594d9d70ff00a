import { PlusOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { KeyboardEvent } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, fieldsOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { byOrder, type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { useDesignerText } from '../texts/texts.ts';

/** A thing in the outline. */
interface Item {
  readonly at: OverlayAddress;
  readonly title: string;
  readonly hidden: boolean;
  readonly required: boolean;
  /** Of a field the section that it stands in. */
  readonly section?: string;
}

interface Group {
  readonly key: string;
  readonly title: string;
  /** What the group itself is, where it is a thing. */
  readonly at?: OverlayAddress;
  readonly items: readonly Item[];
}

/** All parts of an entity in their order; Alt and arrows move the chosen one, Delete hides it. */
export function Outline({
  entity,
  chosen,
  onChoose,
  onAct,
  onAddField,
}: {
  entity: Entity;
  chosen: OverlayAddress;
  onChoose(at: OverlayAddress): void;
  onAct(edits: readonly OverlayEdit[]): void;
  onAddField(): void;
}) {
  const text = useDesignerText();
  const groups = groupsOf(entity, {
    loose: text('outline.loose'),
    pages: text('outline.pages'),
    states: text('outline.states'),
    transitions: text('outline.transitions'),
  });
  const press = (event: KeyboardEvent, group: Group, index: number) => {
    const item = group.items[index];
    if (item === undefined) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by !== 0) {
      event.preventDefault();
      const move = moveOf(groups, group, index, by);
      if (move !== undefined) onAct([move]);
    } else if (by !== 0) {
      event.preventDefault();
      const all = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
      all[all.indexOf(event.currentTarget as HTMLElement) + by]?.focus();
    } else if (event.key === 'Delete') {
      event.preventDefault();
      onAct([{ edit: 'hide', at: item.at }]);
    }
  };
  const isChosen = (at: OverlayAddress) => at.join('/') === chosen.join('/');
  return (
    <nav className="anlan-ds-outline" aria-label={text('part.outline')}>
      <div className="anlan-ds-tools">
        <Button size="small" icon={<PlusOutlined />} onClick={onAddField}>
          {text('add.field')}
        </Button>
        <Tooltip title={text('outline.keys')}>
          <Button size="small" type={isChosen([]) ? 'primary' : 'text'} onClick={() => onChoose([])}>
            {text('outline.entity')}
          </Button>
        </Tooltip>
      </div>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.title}>
          <h3>
            {group.at === undefined ? (
              group.title
            ) : (
              <button type="button" data-chosen={isChosen(group.at)} onClick={() => onChoose(group.at ?? [])}>
                {group.title}
              </button>
            )}
          </h3>
          <ul>
            {group.items.map((item, index) => (
              <li key={item.at.join('/')}>
                <button
                  type="button"
                  data-item={item.at.at(-1)}
                  data-chosen={isChosen(item.at)}
                  data-hidden={item.hidden}
                  aria-current={isChosen(item.at)}
                  onClick={() => onChoose(item.at)}
                  onKeyDown={(event) => press(event, group, index)}
                >
                  {item.required ? <span aria-hidden className="anlan-ds-required" /> : null}
                  {item.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The edit that moves an item one place, over the edge of its section into the next; undefined where there is none. */
function moveOf(groups: readonly Group[], group: Group, index: number, by: -1 | 1): OverlayEdit | undefined {
  const item = group.items[index];
  if (item === undefined) return undefined;
  const rest = group.items.filter((other) => other !== item);
  const to = index + by;
  if (to >= 0 && to < group.items.length) {
    const after = rest[to - 1]?.at.at(-1) ?? null;
    return { edit: 'move', at: item.at, after, ...(item.section === undefined ? {} : { section: item.section }) };
  }
  if (item.section === undefined) return undefined;
  const sections = groups.filter(({ at }) => at?.[0] === 'form');
  const next = sections[sections.indexOf(group) + by];
  const section = next?.at?.at(-1);
  if (next === undefined || section === undefined) return undefined;
  const after = by === 1 ? null : (next.items.at(-1)?.at.at(-1) ?? null);
  return { edit: 'move', at: item.at, section, after };
}

function groupsOf(
  entity: Entity,
  titles: Readonly<Record<'loose' | 'pages' | 'states' | 'transitions', string>>,
): readonly Group[] {
  const { draft } = addressed(entity);
  const properties = entity.record.properties as unknown as Draft;
  const required = new Set(entity.record.required);
  const fieldItem = (key: string, section?: string): Item[] => {
    const property = entity.record.properties[key];
    if (property === undefined) return [];
    const at = ['record', 'properties', entryId(properties, key)];
    const item = { at, title: property.title, hidden: property.hidden === true, required: required.has(key) };
    return [section === undefined ? item : { ...item, section }];
  };
  const sections = sectionsOf(draft);
  const placed = new Set(sections.flatMap(({ value }) => fieldsOf(value)));
  const things = (keyword: 'pages' | 'states' | 'transitions'): Group[] => {
    const map = (entity[keyword] ?? {}) as unknown as Draft;
    const keys = keyword === 'states' ? byOrder(map) : Object.keys(map);
    const items = keys.map((key): Item => {
      const { title, hidden } = map[key] as { title?: string; hidden?: boolean };
      return {
        at: [keyword, keyword === 'pages' ? key : entryId(map, key)],
        title: title ?? key,
        hidden: hidden === true,
        required: false,
      };
    });
    return items.length === 0 ? [] : [{ key: keyword, title: titles[keyword], items }];
  };
  const loose = Object.keys(properties)
    .filter((key) => !placed.has(key))
    .flatMap((key) => fieldItem(key));
  return [
    ...sections.map(({ id, value }) => ({
      key: `section ${id}`,
      title: String(value.title ?? id),
      at: ['form', 'sections', id],
      items: fieldsOf(value).flatMap((key) => fieldItem(key, id)),
    })),
    ...(loose.length === 0 ? [] : [{ key: 'loose', title: titles.loose, items: loose }]),
    ...things('pages'),
    ...things('states'),
    ...things('transitions'),
  ];
}
