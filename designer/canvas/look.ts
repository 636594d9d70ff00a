import type { Entity, Example } from '../../src/core/dialect/entity.generated.ts';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { byOrder, type Draft } from '../../src/core/overlay/draft.ts';
import type { Translation } from '../../src/core/text/language.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';

/** What of an entity the canvas shows. */
export type Shown = 'new' | 'edit' | 'detail' | 'list' | 'step';

/** Where the values come from: nowhere, the example of that number, or a record. */
export type LookData = 'none' | 'record' | number;

type LookWidth = 'column' | 'phone' | 'desk';

/** How the canvas is looked at; nothing of it changes the entity. */
export interface CanvasLook {
  readonly shown: Shown;
  /** As wide as the column, as a phone, or as a page on a desk, which is scrolled where the column is narrower. */
  readonly width: LookWidth;
  /** Default as the texts are written. */
  readonly language?: Translation;
  /** State of the record; undefined for that of its values, else the first. */
  readonly state?: string;
  /** Transition whose form is shown. */
  readonly step?: string;
  readonly data: LookData;
  readonly record?: WireRecord;
}

export const FIRST_LOOK: CanvasLook = { shown: 'new', width: 'column', data: 'none' };

/** Something to choose, with what people call it. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** States in their order. */
export function statesOf({ states = {} }: Entity): readonly Choice[] {
  return byOrder(states as unknown as Draft).map((value) => ({ value, label: states[value]?.title ?? value }));
}

/** Transitions in their order. */
export function stepsOf({ transitions = {} }: Entity): readonly Choice[] {
  return Object.entries(transitions).map(([value, { title }]) => ({ value, label: title }));
}

/** Roles that anything of the entity names. */
export function rolesIn(entity: Entity): readonly string[] {
  const roles = new Set<string>();
  walk(entity, {
    key(_, name, kind) {
      if (kind === 'role' && name !== 'everyone' && !name.startsWith('@')) roles.add(name);
    },
  });
  return [...roles];
}

/** The values that are looked at, in the chosen state; undefined for an empty new record. */
export function lookedValues({ examples = [] }: Entity, look: CanvasLook): Example | undefined {
  const found = typeof look.data === 'number' ? examples[look.data] : undefined;
  const values = look.data === 'record' ? look.record : found?.record;
  const state = look.shown === 'new' ? undefined : look.state;
  if (values === undefined && state === undefined) return undefined;
  const record = { ...(values ?? {}), ...(state === undefined ? {} : { status: state }) };
  return { title: '', ...found, record } as Example;
}
