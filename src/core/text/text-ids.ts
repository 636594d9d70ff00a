import type { Entity } from '../dialect/entity.generated.ts';
import { walk } from '../dialect/walk/walk.ts';
import { wordsOf } from './expression-words.ts';

/** A text that people see, with the permanent id by which its translations are looked up. */
export interface EntityText {
  /**
   * `lawRegulation.field.name.title`: made of permanent ids, so that a rename keeps its translations. Where a text has no
   * name but its place in a list or an expression, the text stands instead: `lawRegulation.remove.已发布，不能删除`.
   */
  readonly id: string;
  readonly text: string;
  /** Where it stands in its file. */
  readonly path: readonly (string | number)[];
  /** Whether it is a literal of the expression that stands there. Default false. */
  readonly literal?: boolean;
}

/** Id of a field's text; `part` is `title` (default), `hint`, `placeholder`, `unit`. */
export const fieldTextId = (entityId: string, fieldId: string, part = 'title'): string =>
  `${entityId}.field.${fieldId}.${part}`;

const collected = new WeakMap<Entity, readonly EntityText[]>();

/** Every text of an entity that people see, in the order of the file. */
export function entityTexts(entity: Entity): readonly EntityText[] {
  const known = collected.get(entity) ?? collectTexts(entity);
  collected.set(entity, known);
  return known;
}

function collectTexts(entity: Entity): readonly EntityText[] {
  const texts: EntityText[] = [];
  walk(entity, {
    text({ path, marks }, text, id) {
      if (marks.text !== 'words' || isWritten(text)) texts.push({ id, text, path });
    },
    expression({ path, marks }, source, _, id) {
      if (marks.words === undefined || (marks.words === 'live' && !isMadeOnReading(source))) return;
      for (const text of wordsOf(source)) texts.push({ id: `${id}.${text}`, text, path, literal: true });
    },
  });
  return texts;
}

/** Whether a computed value is made anew for each reader. What is stored is the same in all languages. */
function isMadeOnReading(source: string): boolean {
  return /\b(?:exists|first|now|today)\(/.test(source);
}

/** Whether a unit or source is written in words, for languages to say in their own; symbols (h, mg/m³) are the same in all. */
export function isWritten(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
