import { sameJson } from '../validation/same-value.ts';
import type { AddEdit, OverlayEdit, SetEdit } from './overlay.ts';

/** A row that a company changes beside its entities, with its place among the others. */
interface PlacedRow {
  readonly key: string;
  readonly order: number;
}

/** What rows of a kind are: choices of a dictionary, entries of the menu. */
interface RowKind<Row extends PlacedRow> {
  /** Whether an edit is one of such a row: `set` of one property, `add` of a whole one. */
  fits(edit: OverlayEdit): boolean;
  /** What a row says when it is added; all else is set behind that. */
  readonly added: readonly (keyof Row & string)[];
  /** All that a company may change. */
  readonly changed: readonly (keyof Row & string)[];
  /** The property that puts a row out of use: none is ever taken away. */
  readonly gone: keyof Row & string;
}

/** Edits of rows that are stored as records: each property of each row is addressed alone. */
export function placedRows<Row extends PlacedRow>({ fits, added, changed, gone }: RowKind<Row>) {
  const sorted = (rows: Iterable<Row>): readonly Row[] => [...rows].sort((left, right) => left.order - right.order);
  const picked = (value: unknown): object =>
    Object.fromEntries(
      Object.entries(value as object).filter(([name, held]) => held !== null && added.some((known) => known === name)),
    );

  return {
    /** The rows with edits done to them, in their order. */
    with(rows: readonly Row[], edits: readonly OverlayEdit[]): readonly Row[] {
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const edit of edits) {
        const [key = ''] = edit.at;
        if (!fits(edit)) continue;
        const known = found.get(key);
        // One that was there before, put out of use by a rolling back, is there again.
        if (edit.edit === 'add') found.set(key, without({ ...known, key, ...picked(edit.value) } as Row, gone));
        else if (known !== undefined && edit.edit === 'set') found.set(key, given(known, edit.property, edit.value));
      }
      return sorted(found.values());
    },

    /** The rows as they were before edits were done to them: what was added is out of use. */
    before(rows: readonly Row[], edits: readonly OverlayEdit[]): readonly Row[] {
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const edit of edits.toReversed()) {
        const [key = ''] = edit.at;
        const known = found.get(key);
        if (known === undefined || !fits(edit)) continue;
        if (edit.edit === 'add') found.set(key, { ...known, [gone]: true });
        else if (edit.edit === 'set') found.set(key, given(known, edit.property, edit.base));
      }
      return sorted(found.values());
    },

    /** One edit for each property of a row, over what it was before the first. */
    compact(edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
      const kept = new Map<string, OverlayEdit>();
      for (const edit of edits) {
        if (!fits(edit)) continue;
        const name = edit.edit === 'set' ? `${edit.at[0]} ${edit.property}` : `${edit.at[0]}`;
        const known = kept.get(name);
        kept.set(name, known?.edit === 'set' && edit.edit === 'set' ? { ...edit, base: known.base } : edit);
      }
      return [...kept.values()];
    },

    /** The edits that make some rows others. */
    between(from: readonly Row[], to: readonly Row[]): readonly OverlayEdit[] {
      const known = new Map(from.map((row) => [row.key, row]));
      return to.flatMap((row): OverlayEdit[] => {
        const was = known.get(row.key);
        const value = Object.fromEntries(added.map((name) => [name, row[name] ?? null]));
        const add: AddEdit = { edit: 'add', at: [row.key], after: null, value };
        const differs = changed.filter((name) => !(was === undefined && added.includes(name)));
        const sets = differs
          .filter((name) => !sameJson(row[name] ?? null, was?.[name] ?? null))
          .map((name) => setRow(row.key, name, was?.[name], row[name]));
        return was === undefined ? [add, ...sets] : sets;
      });
    },

    /** Those edits that change anything of some rows. */
    fresh(rows: readonly Row[], edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
      let now = rows;
      return edits.filter((edit) => {
        const next = this.with(now, [edit]);
        const isFresh = !sameJson(next, now);
        now = next;
        return isFresh;
      });
    },
  };
}

/** Sets one property of a row; null is none. */
export function setRow(key: string, property: string, base: unknown, value: unknown): SetEdit {
  return { edit: 'set', at: [key], property, base: base ?? null, value: value ?? null };
}

function given<Row extends object>(row: Row, property: string, value: unknown): Row {
  return value === null || value === undefined ? without(row, property) : { ...row, [property]: value };
}

function without<Row extends object>(row: Row, property: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== property)) as Row;
}
