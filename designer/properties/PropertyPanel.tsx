import { LockOutlined } from '@ant-design/icons';
import { Alert, Breadcrumb, Button, Collapse } from 'antd';
import { memo } from 'react';
import { lastFormOf } from '../../src/core/dialect/walk/place.ts';
import { type Addressed, addressed, locate, placeOfThing } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { lockOf } from '../../src/core/overlay/locks.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { readAt, setEdit } from '../session/edits.ts';
import type { Designed } from '../session/useDesign.ts';
import { useDesignerText } from '../texts/texts.ts';
import { useKeywordName } from './captioned.ts';
import { EntryList } from './EntryList.tsx';
import { useEntryText } from './entry-text.ts';
import { KeywordEditor } from './KeywordEditor.tsx';
import { REQUIRED, requiredOf } from './required.ts';

/** Keywords that stand first, whatever is edited; the rest is folded where nothing of it is said. */
const FIRST: readonly string[] = [
  'title',
  'field',
  'hint',
  'required',
  'when',
  'else',
  'who',
  'to',
  'columns',
  'filters',
];

/** What is said of the chosen thing, keyword by keyword, each with what is shipped and the way back to it. */
export const PropertyPanel = memo(function PropertyPanel({
  design,
  at,
  onOpen,
  onAct,
}: {
  design: Designed;
  at: OverlayAddress;
  onOpen(at: OverlayAddress): void;
  onAct(edits: readonly OverlayEdit[]): void;
}) {
  const text = useDesignerText();
  const nameOf = useKeywordName();
  const entryText = useEntryText();
  const { entity, base } = design;
  const here = addressed(entity);
  const shipped = addressed(base.entity);
  const found = locate(here, at);
  if (found === undefined) return <p className="anlan-ds-quiet">{text('property.gone')}</p>;
  const calledAt = (to: OverlayAddress): string => {
    const thing = locate(here, to);
    const step = to.at(-1) ?? '';
    if (thing === undefined) return step;
    if (thing.holder.place.properties.has(step)) return nameOf(step);
    if (isDraft(thing.value) && typeof thing.value.title === 'string') return thing.value.title;
    return entryText(entity, thing.holder.place, step, thing.value);
  };
  const lock = lockOf(shipped, at);
  const original = locate(shipped, at)?.value;
  const { value } = found;
  // A bare name in a list may say more of itself.
  const named = found.holder.place.items?.branches.find(({ marks }) => marks['named-by'] !== undefined);
  const place = lastFormOf(isDraft(value) ? found.place : (named ?? found.place), value);
  const set = (path: readonly string[], next: unknown) => onAct([setEdit(base.entity, at, path, next)]);
  const required = requiredOf(design, at);
  const keywords = [...place.properties].filter(
    ([name, { marks }]) => marks.shipped !== true && marks.authored !== true && name !== 'required',
  );
  const said = keywords.filter(([name]) => isSaid(value, name) || FIRST.includes(name));
  const rest = keywords.filter((keyword) => !said.includes(keyword));
  said.sort(([left], [right]) => rankOf(left) - rankOf(right));
  const editor = ([name, below]: (typeof keywords)[number]) => (
    <KeywordEditor
      key={name}
      at={at}
      path={[name]}
      place={below}
      value={isDraft(value) ? value[name] : name === named?.marks['named-by'] ? value : undefined}
      shipped={readAt(original, [name])}
      entity={entity}
      disabled={lock !== undefined}
      onSet={set}
      onOpen={onOpen}
      onAct={onAct}
    />
  );
  const isPlain = place.properties.size === 0 && place.entries === undefined && place.items === undefined;
  return (
    <div className="anlan-ds-properties">
      <Breadcrumb
        items={crumbsOf(design, at, calledAt).map(({ title, to }) => ({
          title:
            to === undefined ? (
              title
            ) : (
              <Button type="link" size="small" onClick={() => onOpen(to)}>
                {title}
              </Button>
            ),
        }))}
      />
      <h2>{calledAt(at)}</h2>
      {lock === undefined ? null : (
        <Alert
          type="info"
          showIcon
          icon={<LockOutlined />}
          title={lock.clause === undefined ? text('property.locked') : text('property.clause', { clause: lock.clause })}
        />
      )}
      {required === undefined ? null : (
        <KeywordEditor
          at={at}
          path={['required']}
          place={REQUIRED}
          value={required.now}
          shipped={required.shipped}
          entity={entity}
          disabled={lock !== undefined}
          onSet={(_, next) =>
            onAct([{ edit: 'set', at, property: 'required', base: required.shipped, value: next === true }])
          }
          onOpen={onOpen}
          onAct={onAct}
        />
      )}
      {place.properties.size === 0 && (place.entries !== undefined || place.items !== undefined) ? (
        <EntryList at={at} place={place} entity={entity} disabled={lock !== undefined} onOpen={onOpen} onAct={onAct} />
      ) : (
        <>
          {isPlain ? (
            <KeywordEditor
              at={at}
              path={[]}
              place={place}
              value={value}
              shipped={original}
              entity={entity}
              disabled={lock !== undefined}
              onSet={(_, next) => onAct(next === null ? [{ edit: 'hide', at }] : insteadOf(here, at, next))}
              onOpen={onOpen}
              onAct={onAct}
            />
          ) : null}
          {said.map(editor)}
          {rest.length === 0 ? null : (
            <Collapse
              size="small"
              ghost
              items={[{ key: 'more', label: text('property.more'), children: rest.map(editor) }]}
            />
          )}
        </>
      )}
    </div>
  );
});

/** An entry that is nothing but its value gives way to another one at its place. */
function insteadOf(here: Addressed, at: OverlayAddress, value: unknown): readonly OverlayEdit[] {
  const after = placeOfThing(here, at)?.after ?? null;
  return [
    { edit: 'hide', at },
    { edit: 'add', at, after, value },
  ];
}

const rankOf = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const isSaid = (value: unknown, name: string): boolean => isDraft(value) && value[name] !== undefined;

function crumbsOf({ entity }: Designed, at: OverlayAddress, calledAt: (at: OverlayAddress) => string) {
  const here = addressed(entity);
  const crumbs: { title: string; to?: OverlayAddress }[] = [{ title: entity.title, to: [] }];
  for (let length = 1; length < at.length; length += 1) {
    const to = at.slice(0, length);
    const found = locate(here, to);
    const step = to.at(-1) ?? '';
    const isKeyword = found?.holder.place.properties.has(step) === true;
    crumbs.push(isKeyword ? { title: calledAt(to) } : { title: calledAt(to), to });
  }
  return crumbs.filter(({ to }, index) => to !== undefined || index === crumbs.length - 1);
}
