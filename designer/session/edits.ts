import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';

/** What a value of the dialect says at a path of keywords; undefined where it says nothing. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((held, step) => (isDraft(held) ? held[step] : undefined), value);
}

/** The edit that gives a keyword of a thing another value; null takes it away. `path` leads on within the thing. */
export function setEdit(
  shipped: Entity,
  at: OverlayAddress,
  path: readonly string[],
  value: unknown,
): Extract<OverlayEdit, { edit: 'set' }> {
  const base = readAt(locate(addressed(shipped), at)?.value, path) ?? null;
  return { edit: 'set', at, property: path.join('.'), base, value };
}

/**
 * The edits by which a list of names comes to hold others: what is new comes last, in its order.
 * @param at address of the list.
 * @param names what edits call an entry of each name. Default as it is written.
 */
export function namesEdits(
  at: OverlayAddress,
  before: readonly string[],
  after: readonly string[],
  idOf: (name: string) => string = (name) => name,
): readonly OverlayEdit[] {
  const gone = before.filter((name) => !after.includes(name));
  const come = after.filter((name) => !before.includes(name));
  const kept = before.filter((name) => after.includes(name));
  let last = kept.at(-1);
  const added = come.map((name): OverlayEdit => {
    const behind = last;
    last = name;
    return {
      edit: 'add',
      at: [...at, idOf(name)],
      after: behind === undefined ? null : idOf(behind),
      value: idOf(name),
    };
  });
  return [...added, ...gone.map((name): OverlayEdit => ({ edit: 'hide', at: [...at, idOf(name)] }))];
}
