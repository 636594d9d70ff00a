import { Button, Space } from 'antd';
import { useMemo, useState } from 'react';
import { placesAt } from '../../src/core/dialect/editors.ts';
import type { Entity, Transition } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { isLocked, LockMark } from '../marks/LockMark.tsx';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useWord } from '../names/words.ts';
import { useEntryText } from '../properties/entry-text.ts';
import { useDesignerText } from '../texts/texts.ts';
import type { ViewProps } from '../view-props.ts';
import { Grid, type GridCell, type GridLine, type GridPlace, gridPlaces } from './Grid.tsx';
import { RolesShown, useShownRoles } from './RolesShown.tsx';
import { useRightsText } from './texts.ts';

const KEYS = { y: 'yes', n: 'no', delete: null, backspace: null } as const;

/** A button of a page in the grid. */
interface ActionLine extends GridLine {
  readonly page: string;
  readonly action: string;
  /** The step that it takes; undefined for the page's own actions. */
  readonly step: Transition | undefined;
}

/** Whether a role's default buttons on a page hold an action. */
const isGranted = (entity: Entity, { page, action }: ActionLine, role: string): boolean =>
  entity.pages?.[page]?.grants?.[role]?.includes(action) === true;

/** Buttons of the pages by roles: who has them unless the role says otherwise. */
export function ActionRights({ design, onChoose, onAct }: Pick<ViewProps, 'design' | 'onChoose' | 'onAct'>) {
  const text = useRightsText();
  const own = useDesignerText();
  const word = useWord();
  const { roleName } = useGroupNames();
  const { entity, base } = design;
  const shown = useShownRoles(entity);
  const [selection, setSelection] = useState({ from: { row: 0, column: 0 }, to: { row: 0, column: 0 } });
  const lines = useMemo(() => linesOf(entity, word), [entity, word]);
  const columns: readonly GridLine[] = shown.roles.map((key) => ({ key, title: roleName(key), name: roleName(key) }));
  const rows = lines.map((line) => ({
    ...line,
    title: (
      <>
        {line.name} <LockMark design={design} at={['pages', line.page]} />
      </>
    ),
  }));
  const at = {
    row: Math.min(selection.to.row, rows.length - 1),
    column: Math.min(selection.to.column, columns.length - 1),
  };
  const roleAt = (column: number) => columns[column]?.key ?? '';
  const has = (place: GridPlace) => {
    const line = lines[place.row];
    return line !== undefined && isGranted(entity, line, roleAt(place.column));
  };
  const shownCell = (place: GridPlace): GridCell => {
    const line = lines[place.row];
    if (line === undefined)
      return { value: 'no', short: '', label: '', quiet: true, marked: false, changed: false, disabled: true };
    const role = roleAt(place.column);
    const named = isGranted(entity, line, role);
    const follows = !named && role !== 'everyone' && isGranted(entity, line, 'everyone');
    const value = named || follows ? 'yes' : 'no';
    const lacks = named && line.step !== undefined && lacksRole(line.step, role);
    return {
      value,
      short: text(`grant.${value}`),
      label: text(`grant.${value}.full`),
      quiet: follows,
      marked: lacks,
      changed: named !== isGranted(base.entity, line, role),
      disabled: isLocked(design, ['pages', line.page]),
    };
  };
  const edit = (wishes: readonly { readonly place: GridPlace; readonly yes: boolean }[]) => {
    const last = new Map<string, string | null>();
    const edits = wishes.flatMap(({ place, yes }): readonly OverlayEdit[] => {
      const line = lines[place.row];
      if (line === undefined || has(place) === yes) return [];
      const role = roleAt(place.column);
      const path = ['pages', line.page, 'grants', role, line.action];
      if (!yes) return [{ edit: 'hide', at: path }];
      const list = `${line.page} ${role}`;
      const before = last.get(list) ?? entity.pages?.[line.page]?.grants?.[role]?.at(-1) ?? null;
      last.set(list, line.action);
      return [{ edit: 'add', at: path, after: before, value: line.action }];
    });
    if (edits.length > 0) onAct(edits);
  };
  const shipped = (place: GridPlace) => {
    const line = lines[place.row];
    return line !== undefined && isGranted(base.entity, line, roleAt(place.column));
  };
  const set = (places: readonly GridPlace[], value: string | null) =>
    edit(places.map((place) => ({ place, yes: value === null ? shipped(place) : value === 'yes' })));
  const selected = gridPlaces({
    from: {
      row: Math.min(selection.from.row, rows.length - 1),
      column: Math.min(selection.from.column, columns.length - 1),
    },
    to: at,
  });
  const line = lines[at.row];
  if (line === undefined || columns.length === 0) return <p className="anlan-ds-quiet">{text('none')}</p>;
  return (
    <>
      <Space wrap className="anlan-ds-grid-bar">
        <RolesShown shown={shown} />
        <span>{text('bulk', { count: selected.length })}</span>
        <Button size="small" onClick={() => set(selected, 'yes')}>
          {text('grant.yes.full')}
        </Button>
        <Button size="small" onClick={() => set(selected, 'no')}>
          {text('grant.no.full')}
        </Button>
        <Button size="small" type="link" onClick={() => set(selected, null)}>
          {own('property.restore')}
        </Button>
      </Space>
      <div className="anlan-ds-grid-frame">
        <Grid
          label={text('grid')}
          corner={text('action')}
          rows={rows}
          columns={columns}
          cellOf={shownCell}
          keys={KEYS}
          cycle={(value) => (value === 'yes' ? 'no' : 'yes')}
          selection={{ from: selected[0] ?? at, to: at }}
          onSelect={setSelection}
          onSet={set}
          onFill={(copies) => edit(copies.map(({ to, from }) => ({ place: to, yes: has(from) })))}
        />
      </div>
      <p className="anlan-ds-quiet anlan-ds-grid-keys">{text('keys.actions')}</p>
      <WhyGranted design={design} line={line} role={roleAt(at.column)} onChoose={onChoose} />
    </>
  );
}

/** Whether a step names roles, and not this one. */
function lacksRole({ who }: Transition, role: string): boolean {
  const roles = who.flatMap((actor) => (typeof actor === 'object' && 'role' in actor ? [actor.role] : []));
  return !who.includes('everyone') && roles.length === who.length && !roles.includes(role);
}

function linesOf(
  { pages = {}, transitions = {}, actions = {} }: Entity,
  word: (word: string) => string,
): readonly ActionLine[] {
  return Object.entries(pages).flatMap(([page, { title, actions: listed = [], grants = {} }]) => {
    const keys = new Set(['view', ...listed, ...Object.values(grants).flat()]);
    return [...keys].map((action): ActionLine => {
      const step = Object.hasOwn(transitions, action) ? transitions[action] : undefined;
      const name = step?.title ?? actions[action]?.title ?? word(action);
      return { key: `${page} ${action}`, title: name, name, group: title, page, action, step };
    });
  });
}

function WhyGranted({
  design,
  line,
  role,
  onChoose,
}: Pick<ViewProps, 'design' | 'onChoose'> & { line: ActionLine; role: string }) {
  const text = useRightsText();
  const { roleName } = useGroupNames();
  const entryText = useEntryText();
  const { entity, base } = design;
  const { page, action, name, step, group = '' } = line;
  const named = isGranted(entity, line, role);
  const all = isGranted(entity, line, 'everyone');
  const whose = text(isGranted(base.entity, line, role) ? 'why.shipped' : 'why.own');
  const told = { whose, page: group, action: name, role: roleName(role) };
  const [who] = placesAt(['transitions', '', 'who']);
  return (
    <section className="anlan-ds-why" aria-label={text('why')}>
      <h3>
        {text('why')}：
        {text('why.of', {
          row: `${group} ${name}`,
          column: roleName(role),
          access: text(named || all ? 'grant.yes.full' : 'grant.no.full'),
        })}
      </h3>
      <ul>
        <li>
          {named ? text('why.granted', told) : all ? text('why.grantedAll', told) : text('why.notGranted', told)}
          <Button
            type="link"
            size="small"
            onClick={() => onChoose(named ? ['pages', page, 'grants', role] : ['pages', page])}
          >
            {text('why.open')}
          </Button>
        </li>
        {step === undefined || who === undefined ? null : (
          <li>
            {text('why.who', {
              who: step.who.map((actor) => entryText(entity, who, String(actor), actor)).join('、'),
            })}
            {lacksRole(step, role) ? text('why.whoLacks') : ''}
            <Button type="link" size="small" onClick={() => onChoose(['transitions', step.id ?? action])}>
              {text('why.open')}
            </Button>
          </li>
        )}
        <li>{text('why.record')}</li>
      </ul>
    </section>
  );
}
