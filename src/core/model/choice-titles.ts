import type { EntityModel, FieldModel } from './entity-model.ts';

/** Where the choices of `titles` stand: in a dictionary, or at a field of an entity or a column of its sub-table. */
interface ChoiceSource<Choices> {
  dictionary(code: string): Choices | undefined;
  entity(key: string): EntityModel | undefined;
  choices(field: FieldModel): Choices | undefined;
}

/** The choices that `labelOf` names, by a `ScopeEntry.titles`: `dict peril-level`, `peril.level`, `ticket.rows.kind`. */
export function choicesNamed<Choices>(titles: string, source: ChoiceSource<Choices>): Choices | undefined {
  if (titles.startsWith('dict ')) return source.dictionary(titles.slice('dict '.length));
  const [entity = '', key = '', column] = titles.split('.');
  const field = source.entity(entity)?.field.get(key);
  const found = column === undefined ? field : field?.columns?.find((one) => one.key === column);
  return found === undefined ? undefined : source.choices(found);
}
