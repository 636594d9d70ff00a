import type { Entity, Guard, Property, Rule, Section, Timer } from '../dialect/entity.generated.ts';
import { wordsOf } from './expression-words.ts';

/** A text that people see, with the permanent id by which its translations are looked up. */
export interface EntityText {
  /** `lawRegulation.field.name.title`: made of permanent ids, so that a rename keeps its translations. */
  readonly id: string;
  readonly text: string;
  /** Where it stands in its file. */
  readonly path: readonly (string | number)[];
  /** Whether it is a literal of the expression that stands there. Default false. */
  readonly literal?: boolean;
}

/** Id of an entity's own name: `lawRegulation.title`. */
export const entityTextId = (entityId: string): string => `${entityId}.title`;

/** Id of a field's text; `part` is `title` (default), `hint`, `placeholder`, `unit`. */
export const fieldTextId = (entityId: string, fieldId: string, part = 'title'): string =>
  `${entityId}.field.${fieldId}.${part}`;

/** Id of a choice that stands in the field itself; those of dictionaries are `<code>.<key>`. */
export const optionTextId = (entityId: string, fieldId: string, optionId: string): string =>
  `${entityId}.option.${fieldId}.${optionId}`;

/** Id of the title of a section, page, state, transition or action. */
export const partTextId = (
  entityId: string,
  kind: 'section' | 'page' | 'state' | 'transition' | 'action',
  id: string,
  part = 'title',
): string => `${entityId}.${kind}.${id}.${part}`;

/** Every text of an entity that people see, in the order of the file. */
export function entityTexts(entity: Entity): readonly EntityText[] {
  const texts: EntityText[] = [];
  const owner = entity.id ?? entity.entity;
  const add = (id: string, text: string | undefined, path: readonly (string | number)[]): void => {
    if (text !== undefined) texts.push({ id, text, path });
  };
  const addUnit = (id: string, unit: string | undefined, path: readonly (string | number)[]): void => {
    if (unit !== undefined && isWritten(unit)) add(id, unit, path);
  };
  const addWords = (id: string, expression: string | undefined, path: readonly (string | number)[]): void => {
    for (const [index, text] of wordsOf(expression ?? '').entries()) {
      texts.push({ id: `${id}.${index}`, text, path, literal: true });
    }
  };
  const refusal = (id: string, rule: Rule | Guard | undefined, path: readonly (string | number)[]): void => {
    add(id, rule?.else, [...path, 'else']);
    if (rule !== undefined && 'elseFrom' in rule) addWords(`${id}.from`, rule.elseFrom, [...path, 'elseFrom']);
  };
  const rules = (list: readonly (Rule | Guard)[] | undefined, id: string, path: readonly (string | number)[]): void => {
    for (const [index, rule] of (list ?? []).entries()) refusal(`${owner}.${id}.${index}`, rule, [...path, index]);
  };
  const property = (id: string, source: Property, path: readonly (string | number)[]): void => {
    add(fieldTextId(owner, id), source.title, [...path, 'title']);
    add(fieldTextId(owner, id, 'hint'), source.hint, [...path, 'hint']);
    add(fieldTextId(owner, id, 'placeholder'), source.placeholder, [...path, 'placeholder']);
    addUnit(fieldTextId(owner, id, 'unit'), source.unit, [...path, 'unit']);
    for (const [key, option] of Object.entries(source.options ?? {})) {
      add(optionTextId(owner, id, option.id ?? key), option.title, [...path, 'options', key, 'title']);
    }
    for (const [index, pattern] of (source.patterns ?? []).entries()) {
      add(`${owner}.field.${id}.pattern.${index}`, pattern.message, [...path, 'patterns', index, 'message']);
    }
    rules(source.rules, `field.${id}.rule`, [...path, 'rules']);
    rules(source.ref?.rules, `field.${id}.choice`, [...path, 'ref', 'rules']);
    if (isMadeOnReading(source)) addWords(fieldTextId(owner, id, 'value'), source.compute, [...path, 'compute']);
    for (const [key, column] of Object.entries(source.items?.properties ?? {})) {
      property(`${id}.${column.id ?? key}`, column, [...path, 'items', 'properties', key]);
    }
  };
  const sections = (
    map: Readonly<Record<string, Section>> | undefined,
    path: readonly (string | number)[],
    kind: string,
  ): void => {
    for (const [key, section] of Object.entries(map ?? {})) {
      add(`${owner}.${kind}.${section.id ?? key}.title`, section.title, [...path, key, 'title']);
    }
  };
  const timers = (
    map: Readonly<Record<string, Timer>> | undefined,
    id: string,
    path: readonly (string | number)[],
  ): void => {
    for (const [key, timer] of Object.entries(map ?? {})) {
      add(`${owner}.${id}.timer.${key}`, timer.message, [...path, 'timers', key, 'message']);
    }
  };

  add(entityTextId(owner), entity.title, ['title']);
  for (const [key, source] of Object.entries(entity.record.properties)) {
    property(source.id ?? key, source, ['record', 'properties', key]);
  }
  for (const [key, unique] of Object.entries(entity.unique ?? {})) {
    add(`${owner}.unique.${key}`, unique.else, ['unique', key, 'else']);
  }
  sections(entity.form?.sections, ['form', 'sections'], 'section');
  rules(entity.form?.rules, 'form.rule', ['form', 'rules']);
  sections(entity.detail?.sections, ['detail', 'sections'], 'detail');
  for (const [key, list] of Object.entries(entity.detail?.related ?? {})) {
    add(`${owner}.related.${key}`, list.title, ['detail', 'related', key, 'title']);
  }
  for (const [code, page] of Object.entries(entity.pages ?? {})) {
    add(partTextId(owner, 'page', code), page.title, ['pages', code, 'title']);
    add(partTextId(owner, 'page', code, 'purpose'), page.purpose, ['pages', code, 'purpose']);
  }
  for (const [key, action] of Object.entries(entity.actions ?? {})) {
    for (const part of ['title', 'confirm', 'message'] as const) {
      add(partTextId(owner, 'action', key, part), action[part], ['actions', key, part]);
    }
    for (const [name, source] of Object.entries(action.fields ?? {})) {
      property(`${key}.${name}`, source, ['actions', key, 'fields', name]);
    }
  }
  for (const [key, state] of Object.entries(entity.states ?? {})) {
    add(partTextId(owner, 'state', state.id ?? key), state.title, ['states', key, 'title']);
    timers(state.timers, `state.${state.id ?? key}`, ['states', key]);
    add(`${owner}.state.${state.id ?? key}.entered`, state.entered?.message, ['states', key, 'entered', 'message']);
  }
  for (const [key, transition] of Object.entries(entity.transitions ?? {})) {
    const id = transition.id ?? key;
    for (const part of ['title', 'confirm'] as const) {
      add(partTextId(owner, 'transition', id, part), transition[part], ['transitions', key, part]);
    }
    for (const [name, asked] of Object.entries(transition.fields ?? {})) {
      const field = entity.record.properties[name]?.id ?? name;
      add(`${owner}.transition.${id}.field.${field}`, asked.title, ['transitions', key, 'fields', name, 'title']);
    }
    rules(transition.when, `transition.${id}.guard`, ['transitions', key, 'when']);
    for (const [name, level] of Object.entries(transition.approve?.levels ?? {})) {
      const path = ['transitions', key, 'approve', 'levels', name];
      add(`${owner}.transition.${id}.level.${name}`, level.title, [...path, 'title']);
      refusal(`${owner}.transition.${id}.level.${name}.vote`, level.vote?.when, [...path, 'vote', 'when']);
      timers(level.timers, `transition.${id}.level.${name}`, path);
    }
    const from = ['transitions', key, 'approve', 'from', 'vote', 'when'];
    refusal(`${owner}.transition.${id}.vote`, transition.approve?.from?.vote?.when, from);
  }
  rules(entity.remove, 'remove', ['remove']);
  for (const [key, measure] of Object.entries(entity.statistics?.measures ?? {})) {
    add(`${owner}.measure.${key}`, measure.title, ['statistics', 'measures', key, 'title']);
    addUnit(`${owner}.measure.${key}.unit`, measure.unit, ['statistics', 'measures', key, 'unit']);
  }
  for (const [key, block] of Object.entries(entity.statistics?.blocks ?? {})) {
    add(`${owner}.block.${key}`, block.title, ['statistics', 'blocks', key, 'title']);
  }
  add(`${owner}.print`, entity.print?.title, ['print', 'title']);
  add(`${owner}.print.note`, entity.print?.note, ['print', 'note']);
  for (const [key, source] of Object.entries(entity.print?.titles ?? {})) {
    add(`${owner}.print.title.${key}`, source.title, ['print', 'titles', key, 'title']);
  }
  for (const [key, section] of Object.entries(entity.print?.sections ?? {})) {
    add(`${owner}.print.${section.id ?? key}.title`, section.title, ['print', 'sections', key, 'title']);
    for (const [index, source] of (section.fields ?? []).entries()) {
      if (typeof source === 'string') continue;
      const path = ['print', 'sections', key, 'fields', index, 'title'];
      add(`${owner}.print.${section.id ?? key}.${source.field}`, source.title, path);
    }
  }
  for (const [key, operation] of Object.entries(entity.api.operations ?? {})) {
    if (typeof operation === 'string') continue;
    const path = ['api', 'operations', key];
    for (const [name, source] of Object.entries(operation.properties ?? {})) {
      property(`${key}.${name}`, source, [...path, 'properties', name]);
    }
    rules(operation.rules, `operation.${key}.rule`, [...path, 'rules']);
  }
  return texts;
}

/** Whether a computed value is made anew for each reader. What is stored is the same in all languages. */
function isMadeOnReading({ compute }: Property): boolean {
  return /\b(?:exists|first|now|today)\(/.test(compute ?? '');
}

/** Whether a unit or source is written in words, for languages to say in their own; symbols (h, mg/m³) are the same in all. */
export function isWritten(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
