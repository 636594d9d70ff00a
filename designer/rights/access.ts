import type { FieldRight } from '../../src/core/dialect/entity.generated.ts';
import type { FieldAccess } from '../../src/core/model/entity-model.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { ownName } from '../properties/additions.ts';

/** An entry of the rights on a field, as edits call it. */
export interface NamedRight {
  readonly name: string;
  readonly right: FieldRight;
  /** Whether the company has added it. */
  readonly own: boolean;
}

/** Right of a role on a field in a state, with where it comes from. */
export interface AccessCell {
  readonly access: FieldAccess;
  /** The entry that rules where no condition does; undefined where none fits and the field may be written. */
  readonly entry: NamedRight | undefined;
  /** Whether the entry names the role itself, and not everybody. */
  readonly named: boolean;
  /** Entries before it that rule under a condition, or while somebody has a task. */
  readonly conditional: readonly NamedRight[];
}

const EVERYONE = 'everyone';

/** Right of a role in a state by the first entry that fits; `state` is undefined for an entity without states. */
export function cellOf(rights: readonly NamedRight[], role: string, state: string | undefined): AccessCell {
  const fitting = rights.filter(
    ({ right }) =>
      (right.roles.includes(role) || right.roles.includes(EVERYONE)) &&
      (right.states === undefined || (state !== undefined && right.states.includes(state))),
  );
  const index = fitting.findIndex(({ right }) => isPlain(right));
  const entry = fitting[index];
  return {
    access: entry?.right.access ?? 'write',
    entry,
    named: entry !== undefined && (role === EVERYONE || !entry.right.roles.includes(EVERYONE)),
    conditional: index < 0 ? fitting : fitting.slice(0, index),
  };
}

const isPlain = ({ when, steps }: FieldRight): boolean => when === undefined && steps === undefined;

/** Where a right is to become another one. */
export interface AccessPlace {
  readonly role: string;
  /** Undefined for an entity without states. */
  readonly state: string | undefined;
}

/**
 * The edits by which the rights of some roles in some states on a field become others; undefined as `access` lets rule
 * what is shipped again. Entries of the file stay as they are: what the company wants stands in entries of its own in
 * front of them, of everybody else's in front of the file's for everybody, as few as say it.
 * @param at address of the field's entries.
 * @param states of the entity, in order.
 */
export function accessEdits(
  at: OverlayAddress,
  rights: readonly NamedRight[],
  states: readonly string[],
  places: readonly AccessPlace[],
  access: FieldAccess | undefined,
): readonly OverlayEdit[] {
  const kept = rights.filter(({ own, right }) => !own || !isPlain(right));
  const former = rights.filter((entry) => !kept.includes(entry));
  const wanted = new Map<string, Map<string | undefined, FieldAccess>>();
  const want = ({ role, state }: AccessPlace, wish: FieldAccess | undefined) => {
    const ofRole = wanted.get(role) ?? new Map<string | undefined, FieldAccess>();
    wanted.set(role, ofRole);
    const shipped = cellOf(kept, role, state);
    // What is so anyhow needs no entry of its own; one beside conditions says that they no longer count.
    const isSaid = shipped.access === wish && shipped.conditional.length === 0 && (shipped.named || role === EVERYONE);
    if (wish === undefined || isSaid) ofRole.delete(state);
    else ofRole.set(state, wish);
  };
  for (const place of placesOf(former, states)) {
    const cell = cellOf(rights, place.role, place.state);
    if (cell.entry?.own === true && cell.entry.right.roles.includes(place.role)) want(place, cell.access);
  }
  for (const place of places) want(place, access);
  const named = entriesOf(new Map([...wanted].filter(([role]) => role !== EVERYONE)), states);
  const gone = former.map(({ name }): OverlayEdit => ({ edit: 'hide', at: [...at, name] }));
  const front = chained(at, named, null);
  const rest = [...behindOf(kept, wanted.get(EVERYONE) ?? new Map())].flatMap(([index, ofAll]) => {
    const behind = kept[index - 1]?.name ?? front.at(-1)?.at.at(-1) ?? null;
    return chained(at, entriesOf(new Map([[EVERYONE, ofAll]]), states), behind);
  });
  return [...gone, ...front, ...rest];
}

/** What is wanted for everybody else, by the place among the entries: in front of the one that says it so far. */
function behindOf(
  kept: readonly NamedRight[],
  wanted: ReadonlyMap<string | undefined, FieldAccess>,
): ReadonlyMap<number, Map<string | undefined, FieldAccess>> {
  const found = new Map<number, Map<string | undefined, FieldAccess>>();
  for (const [state, access] of wanted) {
    const ruling = cellOf(kept, EVERYONE, state).entry;
    const index = ruling === undefined ? kept.length : kept.indexOf(ruling);
    found.set(index, (found.get(index) ?? new Map<string | undefined, FieldAccess>()).set(state, access));
  }
  return found;
}

/** Roles and states of which the entries speak. */
function placesOf(entries: readonly NamedRight[], states: readonly string[]): readonly AccessPlace[] {
  const all: readonly (string | undefined)[] = states.length === 0 ? [undefined] : states;
  return entries.flatMap(({ right }) =>
    right.roles.flatMap((role) => (right.states ?? all).map((state) => ({ role, state }))),
  );
}

/** As few entries as say what is wanted: roles that want the same in the same states stand in one. */
function entriesOf(
  wanted: ReadonlyMap<string, ReadonlyMap<string | undefined, FieldAccess>>,
  states: readonly string[],
): readonly FieldRight[] {
  const entries = new Map<string, FieldRight>();
  for (const [role, ofRole] of wanted) {
    for (const access of new Set(ofRole.values())) {
      const here = states.filter((state) => ofRole.get(state) === access);
      const isAlways = here.length === states.length;
      const key = `${access} ${isAlways ? '' : here.join(' ')}`;
      const known = entries.get(key);
      entries.set(key, {
        roles: [...(known?.roles ?? []), role],
        ...(isAlways ? {} : { states: here }),
        access,
      });
    }
  }
  return [...entries.values()];
}

function chained(at: OverlayAddress, entries: readonly FieldRight[], behind: string | null): readonly OverlayEdit[] {
  const stem = ownName();
  let after = behind;
  return entries.map((value, index): OverlayEdit => {
    const name = `${stem}-${behind ?? ''}-${index}`.replace(/[^A-Za-z0-9-]/g, '').slice(0, 60);
    const edit: OverlayEdit = { edit: 'add', at: [...at, name], after, value };
    after = name;
    return edit;
  });
}
