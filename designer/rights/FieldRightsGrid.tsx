import { Button, Segmented, Select, Space } from 'antd';
import { useMemo, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { FieldAccess } from '../../src/core/model/entity-model.ts';
import { addressed, fieldsOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { flowStates } from '../flow/flow-parts.ts';
import { isLocked, LockMark } from '../marks/LockMark.tsx';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useDesignerText } from '../texts/texts.ts';
import type { ViewProps } from '../view-props.ts';
import { type AccessCell, type AccessPlace, accessEdits, cellOf, type NamedRight } from './access.ts';
import { Grid, type GridCell, type GridLine, type GridPlace, gridPlaces } from './Grid.tsx';
import { RolesShown, useShownRoles } from './RolesShown.tsx';
import { rightsOn } from './rights-of.ts';
import { useRightsText } from './texts.ts';
import { WhyAccess } from './WhyAccess.tsx';

const VALUES: readonly FieldAccess[] = ['write', 'read', 'masked', 'hidden'];
const KEYS = { w: 'write', r: 'read', m: 'masked', h: 'hidden', delete: null, backspace: null } as const;
const ALL = '';

/** A field in the grid. */
interface FieldLine extends GridLine {
  /** Permanent id. */
  readonly id: string;
}

/** Rights on fields: fields by roles in a state, or by states for a role. */
export function FieldRightsGrid({ design, onChoose, onAct }: Pick<ViewProps, 'design' | 'onChoose' | 'onAct'>) {
  const text = useRightsText();
  const own = useDesignerText();
  const { roleName } = useGroupNames();
  const { entity, base } = design;
  const [by, setBy] = useState<'roles' | 'states'>('roles');
  const [state, setState] = useState(ALL);
  const [section, setSection] = useState<string>();
  const shown = useShownRoles(entity);
  const [one, setOne] = useState<string>();
  const [selection, setSelection] = useState({ from: { row: 0, column: 0 }, to: { row: 0, column: 0 } });
  const states = useMemo(() => flowStates(entity), [entity]);
  const keys = states.map(({ key }) => key);
  const lines = useMemo(
    () => linesOf(entity, text('section.loose')).filter(({ group }) => section === undefined || group === section),
    [entity, section, text],
  );
  const rights = useMemo(
    () =>
      new Map(
        lines.map(({ id }) => [
          id,
          { now: rightsOn(entity, base.entity, id), was: rightsOn(base.entity, base.entity, id) },
        ]),
      ),
    [lines, entity, base],
  );
  const role = one ?? shown.roles[0] ?? 'everyone';
  const rows = lines.map((line) => ({
    ...line,
    title: (
      <>
        {line.name} <LockMark design={design} at={['record', 'properties', line.id]} />
      </>
    ),
  }));
  const columns: readonly GridLine[] =
    by === 'roles'
      ? shown.roles.map((key) => ({ key, title: roleName(key), name: roleName(key) }))
      : states.map(({ key, title }) => ({ key, title, name: title }));
  const at = clampPlace(selection.to, rows.length, columns.length);
  /** Roles and states that a cell stands for. */
  const placesOf = (column: number): readonly AccessPlace[] => {
    const key = columns[column]?.key ?? '';
    if (by === 'states') return [{ role, state: key }];
    if (states.length === 0) return [{ role: key, state: undefined }];
    return (state === ALL ? keys : [state]).map((one) => ({ role: key, state: one }));
  };
  const cellsOf = (place: GridPlace, when: 'now' | 'was'): readonly AccessCell[] => {
    const ofField = rights.get(lines[place.row]?.id ?? '')?.[when] ?? [];
    return placesOf(place.column).map((each) => cellOf(ofField, each.role, each.state));
  };
  const accessOf = (cells: readonly AccessCell[]): FieldAccess | 'mixed' => {
    const [first, ...others] = cells.map(({ access }) => access);
    return others.every((other) => other === first) ? (first ?? 'write') : 'mixed';
  };
  const shownCell = (place: GridPlace): GridCell => {
    const cells = cellsOf(place, 'now');
    const value = accessOf(cells);
    const follows = cells.every(({ named }) => !named);
    const marked = cells.some(({ conditional }) => conditional.length > 0);
    return {
      value,
      short: text(`access.${value}`),
      label: [
        text(`access.${value}.full`),
        ...(follows ? [text('cell.follows')] : []),
        ...(marked ? [text('cell.conditional')] : []),
      ].join('，'),
      quiet: follows,
      marked,
      changed: !sameJson(
        cells.map(({ access }) => access),
        cellsOf(place, 'was').map(({ access }) => access),
      ),
      disabled: isLocked(design, ['record', 'properties', lines[place.row]?.id ?? '']),
    };
  };
  const edit = (wishes: readonly { readonly place: GridPlace; readonly access: FieldAccess | undefined }[]) => {
    const edits = lines.flatMap(({ id }, row): readonly OverlayEdit[] => {
      const ofRow = wishes.filter(({ place }) => place.row === row);
      const [first] = ofRow;
      if (first === undefined) return [];
      const path = ['permissions', 'fields', id];
      const before = rights.get(id)?.now ?? [];
      const same = ofRow.every(({ access }) => access === first.access);
      // One command sets each field once: what differs within a row is laid upon what comes before it.
      if (!same)
        return mixedEdits(
          path,
          before,
          keys,
          ofRow.map(({ place, access }) => ({ places: placesOf(place.column), access })),
        );
      return accessEdits(
        path,
        before,
        keys,
        ofRow.flatMap(({ place }) => placesOf(place.column)),
        first.access,
      );
    });
    if (edits.length > 0) onAct(edits);
  };
  const set = (places: readonly GridPlace[], value: string | null) =>
    edit(places.map((place) => ({ place, access: value === null ? undefined : (value as FieldAccess) })));
  const selected = gridPlaces({ from: clampPlace(selection.from, rows.length, columns.length), to: at });
  const groups = [...new Set(linesOf(entity, text('section.loose')).map(({ group }) => group ?? ''))];
  return (
    <>
      <Space wrap className="anlan-ds-grid-bar">
        {states.length === 0 ? null : (
          <Segmented<'roles' | 'states'>
            aria-label={text('by.label')}
            value={by}
            onChange={setBy}
            options={(['roles', 'states'] as const).map((value) => ({ value, label: text(`by.${value}`) }))}
          />
        )}
        {by === 'roles' && states.length > 0 ? (
          <Select
            aria-label={text('state')}
            className="anlan-ds-grid-select"
            value={state}
            onChange={setState}
            options={[
              { value: ALL, label: text('state.all') },
              ...states.map(({ key, title }) => ({ value: key, label: title })),
            ]}
          />
        ) : null}
        {by === 'states' ? (
          <Select
            aria-label={text('role')}
            className="anlan-ds-grid-select"
            showSearch
            optionFilterProp="label"
            value={role}
            onChange={setOne}
            options={[...shown.options]}
          />
        ) : (
          <RolesShown shown={shown} />
        )}
        <Select
          aria-label={text('section')}
          className="anlan-ds-grid-select"
          value={section ?? ALL}
          onChange={(next) => setSection(next === ALL ? undefined : next)}
          options={[{ value: ALL, label: text('section.all') }, ...groups.map((value) => ({ value, label: value }))]}
        />
      </Space>
      {rows.length === 0 || columns.length === 0 ? (
        <p className="anlan-ds-quiet">{text('none')}</p>
      ) : (
        <>
          <div className="anlan-ds-grid-bar" role="toolbar" aria-label={text('bulk', { count: selected.length })}>
            <Space wrap>
              <span>{text('bulk', { count: selected.length })}</span>
              {VALUES.map((value) => (
                <Button key={value} size="small" onClick={() => set(selected, value)}>
                  {text(`access.${value}.full`)}
                </Button>
              ))}
              <Button size="small" type="link" onClick={() => set(selected, null)}>
                {own('property.restore')}
              </Button>
            </Space>
          </div>
          <div className="anlan-ds-grid-frame">
            <Grid
              label={text('grid')}
              corner={text('field')}
              rows={rows}
              columns={columns}
              cellOf={shownCell}
              keys={KEYS}
              cycle={(value) => VALUES[(VALUES.indexOf(value as FieldAccess) + 1) % VALUES.length] ?? 'write'}
              selection={{ from: clampPlace(selection.from, rows.length, columns.length), to: at }}
              onSelect={setSelection}
              onSet={set}
              onFill={(copies) =>
                edit(
                  copies.flatMap(({ to, from }) => {
                    const value = accessOf(cellsOf(from, 'now'));
                    return value === 'mixed' ? [] : [{ place: to, access: value }];
                  }),
                )
              }
            />
          </div>
          <p className="anlan-ds-quiet anlan-ds-grid-keys">{text('keys')}</p>
          <WhyAccess
            design={design}
            field={lines[at.row]?.key ?? ''}
            role={by === 'roles' ? (columns[at.column]?.key ?? '') : role}
            states={by === 'states' ? [columns[at.column]?.key ?? ''] : state === ALL ? keys : [state]}
            title={text('why.of', {
              row: lines[at.row]?.name ?? '',
              column: columns[at.column]?.name ?? '',
              access: text(`access.${accessOf(cellsOf(at, 'now'))}.full`),
            })}
            onChoose={onChoose}
          />
        </>
      )}
    </>
  );
}

/** Several wishes for one field, each over what those before it have come to, as one replacement of the own entries. */
function mixedEdits(
  path: readonly string[],
  before: readonly NamedRight[],
  keys: readonly string[],
  wishes: readonly { readonly places: readonly AccessPlace[]; readonly access: FieldAccess | undefined }[],
): readonly OverlayEdit[] {
  let rights = before;
  let last: readonly OverlayEdit[] = [];
  for (const { places, access } of wishes) {
    last = accessEdits(path, rights, keys, places, access);
    rights = after(rights, last);
  }
  const gone = before.filter(({ name }) => !rights.some((entry) => entry.name === name));
  const come = rights.filter(({ name }) => !before.some((entry) => entry.name === name));
  return [
    ...gone.map(({ name }): OverlayEdit => ({ edit: 'hide', at: [...path, name] })),
    ...come.map(({ name, right }): OverlayEdit => {
      const behind = rights[rights.findIndex((entry) => entry.name === name) - 1]?.name ?? null;
      return { edit: 'add', at: [...path, name], after: behind, value: right };
    }),
  ];
}

/** The entries as the edits leave them. */
function after(rights: readonly NamedRight[], edits: readonly OverlayEdit[]): readonly NamedRight[] {
  let entries = [...rights];
  for (const edit of edits) {
    const name = edit.at.at(-1) ?? '';
    if (edit.edit === 'hide') entries = entries.filter((entry) => entry.name !== name);
    if (edit.edit !== 'add') continue;
    const index = edit.after === null ? 0 : entries.findIndex((entry) => entry.name === edit.after) + 1;
    entries.splice(index, 0, { name, right: edit.value as NamedRight['right'], own: true });
  }
  return entries;
}

function clampPlace({ row, column }: GridPlace, rows: number, columns: number): GridPlace {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
}

/** Fields in the order of the form, with their sections; what is hidden has no rights to give. */
function linesOf(entity: Entity, loose: string): readonly FieldLine[] {
  const properties = entity.record.properties as unknown as Draft;
  const sections = sectionsOf(addressed(entity).draft);
  const placed = new Set(sections.flatMap(({ value }) => fieldsOf(value)));
  const line = (key: string, group: string): FieldLine[] => {
    const property = entity.record.properties[key];
    if (property === undefined || property.hidden === true) return [];
    return [{ key, id: entryId(properties, key), title: property.title, name: property.title, group }];
  };
  return [
    ...sections.flatMap(({ id, value }) => fieldsOf(value).flatMap((key) => line(key, String(value.title ?? id)))),
    ...Object.keys(properties).flatMap((key) => (placed.has(key) ? [] : line(key, loose))),
  ];
}
