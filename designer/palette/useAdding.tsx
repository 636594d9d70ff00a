import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, fieldsOf, sectionOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import { placeIn } from '../arrange/moves.ts';
import type { Drop } from '../dragging/drop-geometry.ts';
import { FIELDS, groupsOf, SECTIONS } from '../outline/groups.ts';
import type { Designed } from '../session/useDesign.ts';
import { AddPalette } from './AddPalette.tsx';
import type { NewKind } from './beginnings.ts';
import { ManyFieldsDialog } from './ManyFieldsDialog.tsx';
import { type NewThing, NewThingDialog } from './NewThingDialog.tsx';

/** What is chosen, in the outline. */
const NEW = '[data-name="outline"] [data-chosen="true"]';

/** The palette and what it asks; both undefined while nothing is added. */
export function useAdding(given: {
  readonly design: Designed;
  readonly chosen: OverlayAddress;
  onAct(edits: readonly OverlayEdit[]): string | undefined;
  onAdded(at: OverlayAddress): void;
}): { readonly palette: ReactNode; readonly dialog: ReactNode; open(): void } {
  const { design, chosen, onAct, onAdded } = given;
  const { entity } = design;
  const [isOpen, setOpen] = useState(false);
  const [thing, setThing] = useState<NewThing>();
  const [many, setMany] = useState<OverlayPlace>();
  const [added, setAdded] = useState<object>();
  const take = (beginning: NewKind, drop?: Drop) => {
    if (beginning.kind === 'many') setMany(behindChosen(entity, chosen));
    else if (beginning.kind !== 'columns') setThing({ beginning, place: placeFor(entity, beginning, chosen, drop) });
    else if (onAct([columnsEdit(design, chosen, beginning.count)]) === undefined) setOpen(false);
  };
  const add = useLasting((edits: readonly OverlayEdit[], at: OverlayAddress) => {
    const wrong = design.act(edits);
    if (wrong === undefined) {
      setOpen(false);
      onAdded(at);
      setAdded({});
    }
    return wrong;
  });
  // Palette and dialog have gone with what had the focus: whoever works by keys goes on at what is new.
  useEffect(() => {
    if (added === undefined) return;
    const waiting = setTimeout(() => document.querySelector<HTMLElement>(NEW)?.focus());
    return () => clearTimeout(waiting);
  }, [added]);
  const open = useCallback(() => setOpen(true), []);
  const end = useCallback(() => setThing(undefined), []);
  const endMany = useCallback(() => setMany(undefined), []);
  return {
    palette: isOpen ? <AddPalette onTake={take} onClose={() => setOpen(false)} /> : undefined,
    dialog: (
      <>
        <NewThingDialog thing={thing} entity={entity} onAdd={add} onClose={end} />
        <ManyFieldsDialog place={many} entity={entity} onAdd={add} onClose={endMany} />
      </>
    ),
    open,
  };
}

function placeFor(entity: Entity, beginning: NewKind, chosen: OverlayAddress, drop: Drop | undefined): OverlayPlace {
  if (drop !== undefined) {
    const group = groupsOf(entity, { loose: '', pages: '', states: '', transitions: '' }).find(
      ({ key }) => key === drop.group,
    );
    return group === undefined ? { after: drop.after } : placeIn(group, drop.after);
  }
  if (beginning.kind === 'section')
    return { after: sectionAt(entity, chosen) ?? sectionsOf(addressed(entity).draft).at(-1)?.id ?? null };
  return behindChosen(entity, chosen);
}

/** Id of the chosen section, or of that of the chosen field. */
function sectionAt(entity: Entity, chosen: OverlayAddress): string | undefined {
  if (chosen.slice(0, -1).join('/') === SECTIONS.join('/')) return chosen.at(-1);
  const key = chosenField(entity, chosen);
  return key === undefined ? undefined : sectionOf(addressed(entity).draft, key)?.id;
}

function chosenField({ record }: Entity, chosen: OverlayAddress): string | undefined {
  const properties = record.properties as unknown as Draft;
  return chosen.slice(0, 2).join('/') === FIELDS.join('/')
    ? Object.keys(properties).find((key) => entryId(properties, key) === chosen[2])
    : undefined;
}

/** Where something new or pasted comes: behind the chosen field, at the end of the chosen section, else last of all. */
export function behindChosen(entity: Entity, chosen: OverlayAddress): OverlayPlace {
  const { draft } = addressed(entity);
  const properties = entity.record.properties as unknown as Draft;
  const idOf = (key: string | undefined) => (key === undefined ? null : entryId(properties, key));
  const section = sectionsOf(draft).find(({ id }) => id === sectionAt(entity, chosen));
  const field = chosenField(entity, chosen);
  if (section !== undefined) return { section: section.id, after: idOf(field ?? fieldsOf(section.value).at(-1)) };
  return { after: idOf(field ?? Object.keys(properties).at(-1)) };
}

/** The columns of the chosen section, or of the form where none is. */
function columnsEdit({ entity, base }: Designed, chosen: OverlayAddress, count: number): OverlayEdit {
  const id = sectionAt(entity, chosen);
  if (id === undefined) {
    return { edit: 'set', at: [], property: 'form.columns', base: base.entity.form?.columns ?? null, value: count };
  }
  const shipped = sectionsOf(addressed(base.entity).draft).find((section) => section.id === id)?.value.columns;
  return { edit: 'set', at: [...SECTIONS, id], property: 'columns', base: shipped ?? null, value: count };
}
