import { Button, Collapse, Select, Space } from 'antd';
import { memo, useState } from 'react';
import { editorOf } from '../../src/core/dialect/editors.ts';
import { definedPlace, type Place } from '../../src/core/dialect/walk/place.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { useCanvasText } from '../canvas/texts.ts';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useWord } from '../names/words.ts';
import type { Designed } from '../session/useDesign.ts';
import { useDesignerText } from '../texts/texts.ts';
import { KeywordEditor } from './KeywordEditor.tsx';
import { REQUIRED, requiredOf } from './required.ts';

/** Kinds of editors whose values several things may share. */
const SHARED: readonly string[] = ['switch', 'choice', 'number', 'condition', 'expression'];

/** What several chosen things have in common; what is set is set for all, as one command. */
export const BulkPanel = memo(function BulkPanel({
  design,
  selected,
  onAct,
}: {
  design: Designed;
  selected: readonly OverlayAddress[];
  onAct(edits: readonly OverlayEdit[]): void;
}) {
  const text = useCanvasText();
  const designerText = useDesignerText();
  const { entity, base } = design;
  const here = addressed(entity);
  const shipped = addressed(base.entity);
  const things = selected.map((at) => ({ at, found: locate(here, at), shipped: locate(shipped, at)?.value }));
  const set = (property: string, value: unknown) =>
    onAct(
      things.map(({ at, shipped: original }) => ({
        edit: 'set',
        at,
        property,
        base:
          property === 'required'
            ? (requiredOf(design, at)?.shipped ?? false)
            : (keywordIn(original, property) ?? null),
        value,
      })),
    );
  const places = things.map(({ found }) => found?.place.properties ?? new Map<string, Place>());
  const common = [...(places[0] ?? [])].filter(
    ([name, place]) =>
      name !== 'required' &&
      place.marks.shipped !== true &&
      place.marks.authored !== true &&
      SHARED.includes(editorOf(place)?.kind ?? '') &&
      places.every((other) => other.has(name)),
  );
  const layout = common.filter(([, { marks }]) => marks.layout === true);
  const rest = common.filter((each) => !layout.includes(each));
  const required = things.map(({ at }) => requiredOf(design, at)?.now);
  const editor = (name: string, place: Place, values: readonly unknown[], originals: readonly unknown[]) => {
    const [value] = values;
    const isMixed = values.some((other) => !sameJson(other ?? null, value ?? null));
    return (
      <div key={name}>
        <KeywordEditor
          at={selected[0] ?? []}
          path={[name]}
          place={place}
          value={isMixed ? undefined : value}
          shipped={
            isMixed || originals.some((other) => !sameJson(other ?? null, originals[0] ?? null))
              ? undefined
              : originals[0]
          }
          entity={entity}
          disabled={false}
          onSet={(_, next) => set(name, name === 'required' ? next === true : next)}
          onOpen={() => undefined}
          onAct={onAct}
        />
        {isMixed ? <span className="anlan-ds-quiet">{text('bulk.mixed')}</span> : null}
      </div>
    );
  };
  const ofAll = ([name, place]: readonly [string, Place]) =>
    editor(
      name,
      place,
      things.map(({ found }) => keywordIn(found?.value, name)),
      things.map(({ shipped: original }) => keywordIn(original, name)),
    );
  const areFields = required.every((each) => each !== undefined);
  return (
    <div className="anlan-ds-properties">
      <h2>{text('arrange.count', { count: selected.length })}</h2>
      <p className="anlan-ds-quiet">{text('bulk.note')}</p>
      {areFields ? editor('required', REQUIRED, required, required) : null}
      {layout.map(ofAll)}
      {areFields ? <FieldRights selected={selected} onAct={onAct} /> : null}
      {rest.length === 0 ? null : (
        <Collapse
          size="small"
          ghost
          items={[{ key: 'more', label: designerText('property.more'), children: rest.map(ofAll) }]}
        />
      )}
    </div>
  );
});

function keywordIn(value: unknown, name: string): unknown {
  return isDraft(value) ? value[name] : undefined;
}

/** The right of a role on all chosen fields; it stands in front of those that the fields have. */
function FieldRights({
  selected,
  onAct,
}: {
  selected: readonly OverlayAddress[];
  onAct(edits: readonly OverlayEdit[]): void;
}) {
  const text = useCanvasText();
  const designerText = useDesignerText();
  const word = useWord();
  const { roles } = useGroupNames();
  const [role, setRole] = useState<string>();
  const values: unknown = definedPlace('access')?.node.enum;
  const accesses = Array.isArray(values) ? values.map(String) : [];
  const [access, setAccess] = useState(accesses[0] ?? '');
  const give = () =>
    onAct(
      selected.map((at) => ({
        edit: 'add',
        at: ['permissions', 'fields', at.at(-1) ?? '', `own${Date.now().toString(36)}`],
        after: null,
        value: { roles: [role], access },
      })),
    );
  return (
    <div className="anlan-ds-keyword">
      <div className="anlan-ds-name">{text('bulk.right')}</div>
      <Space.Compact>
        <Select
          size="small"
          aria-label={text('bulk.role')}
          placeholder={text('bulk.role')}
          popupMatchSelectWidth={false}
          value={role ?? null}
          onChange={(next) => setRole(next ?? undefined)}
          options={[...roles]}
        />
        <Select
          size="small"
          aria-label={text('bulk.access')}
          value={access}
          onChange={setAccess}
          options={accesses.map((value) => ({ value, label: word(value) }))}
        />
        <Button size="small" disabled={role === undefined} onClick={give}>
          {designerText('add.ok')}
        </Button>
      </Space.Compact>
    </div>
  );
}
