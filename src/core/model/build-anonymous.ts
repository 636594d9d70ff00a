import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkActors } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { AnonymousModel, FieldModel, ModelExpression } from './entity-model.ts';

type Path = readonly (string | number)[];

/** Base fields that name an author. */
const AUTHOR_FIELDS: readonly string[] = ['createUser', 'createDept', 'updateUser'];

interface Place {
  readonly entity: Entity;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
}

/** When records of an entity are anonymous, and what then is sealed; what would tell the author is reported. */
export function buildAnonymous(place: Place): AnonymousModel | undefined {
  const { entity, built, compiler } = place;
  const { anonymous } = entity;
  if (anonymous === undefined) return undefined;
  const path = ['anonymous'];
  const hide = (anonymous.hide ?? []).filter((key, index) => {
    const field = built.field.get(key);
    if (field !== undefined && !field.base) return true;
    reportUnknown(compiler.sink, [...path, 'hide', index], '字段', key, Object.keys(entity.record.properties));
    return false;
  });
  checkActors({ compiler, built, scope: built.scopes.value }, anonymous.open, [...path, 'open']);
  const model: AnonymousModel = {
    when: conditionOf(place, new Set(hide), [...path, 'when'], anonymous.when),
    hide,
    sealed: new Set([...hide, ...AUTHOR_FIELDS]),
    open: anonymous.open,
  };
  for (const field of built.fields) if (!field.base) checkField(place, field, model);
  checkRest(place, model);
  return model;
}

/** The condition: over the record's own stored fields, none of them sealed, so that it stays what it was. */
function conditionOf(
  { built, compiler }: Place,
  hide: ReadonlySet<string>,
  path: Path,
  source: string,
): ModelExpression | undefined {
  const compiled = compiler.compile(source, path, built.scopes.value, 'boolean');
  if (compiled === undefined) return undefined;
  const hidden = compiled.references.find((name) => hide.has(name) || AUTHOR_FIELDS.includes(name));
  if (hidden !== undefined) {
    compiler.sink.error(path, `匿名的条件不能读要封存的“${hidden}”`, '改读记录里不封存的字段，如 isAnonymous');
    return undefined;
  }
  const foreign = compiled.references.some((name) => built.field.get(name)?.live !== false);
  if (!foreign && !compiled.live && !compiled.serverOnly) return compiled;
  const fix = "只读本记录存下来的字段，如 isAnonymous == '1'";
  compiler.sink.error(path, '匿名的条件不能读其他记录、当前时间或当前用户', fix);
  return undefined;
}

/** Names of a stored value that say who entered it. */
function tellsAuthor(expression: ModelExpression | undefined, sealed: ReadonlySet<string>): string | undefined {
  return expression?.references.find((name) => name.startsWith('me.') || sealed.has(name.split('.')[0] ?? name));
}

/** A field that is not sealed must not hold what would tell the author: computed from him, entered for him, or signed. */
function checkField({ compiler }: Place, field: FieldModel, { hide, sealed }: AnonymousModel): void {
  if (hide.includes(field.key)) return;
  const path = ['record', 'properties', field.key];
  const fix = `把“${field.key}”也写进 anonymous.hide，或不读它`;
  const cases = (field.cases ?? []).map(({ when }) => when);
  for (const [keyword, found] of [
    ['compute', field.live ? undefined : tellsAuthor(field.compute, sealed)],
    [
      'cases',
      field.live ? undefined : cases.map((when) => tellsAuthor(when, sealed)).find((name) => name !== undefined),
    ],
    ['defaultFrom', tellsAuthor(field.defaultFrom, sealed)],
  ] as const) {
    if (found === undefined) continue;
    compiler.sink.error([...path, keyword], `“${field.title}”会从“${found}”透露匿名的提交人`, fix);
  }
  if (field.type.type === 'signature') {
    compiler.sink.error([...path, 'field'], `签名“${field.title}”会透露匿名的提交人`, fix);
  }
}

/** Where a file asks for the author of all records at once: by name, order, filter, group, index or import. */
function checkRest({ entity, compiler }: Place, { sealed }: AnonymousModel): void {
  const { sink } = compiler;
  const refuse = (path: Path, key: string, what: string) =>
    sink.error(path, `匿名记录的“${key}”不能${what}`, '改用不封存的字段');
  if (entity.label !== undefined && sealed.has(entity.label)) refuse(['label'], entity.label, '作为记录的名称');
  for (const [code, page] of Object.entries(entity.pages ?? {})) {
    page.filters?.forEach((key, index) => {
      if (sealed.has(key)) refuse(['pages', code, 'filters', index], key, '用于筛选');
    });
    page.sort?.forEach((key, index) => {
      const name = key.replace(/^-/, '');
      if (sealed.has(name)) refuse(['pages', code, 'sort', index], name, '用于排序');
    });
    page.actions?.forEach((action, index) => {
      if (action === 'import')
        sink.error(['pages', code, 'actions', index], '匿名的业务不能导入：导入作业记着导入的人', '删去 import');
    });
  }
  for (const [name, rule] of Object.entries(entity.unique ?? {}))
    rule.fields.forEach((key, index) => {
      if (sealed.has(key)) refuse(['unique', name, 'fields', index], key, '要求不重复');
    });
  for (const [name, block] of Object.entries(entity.statistics?.blocks ?? {})) {
    block.by?.forEach((key, index) => {
      const field = key.split(':')[0] ?? key;
      if (sealed.has(field)) refuse(['statistics', 'blocks', name, 'by', index], field, '用于统计');
    });
    block.filters?.forEach((key, index) => {
      if (sealed.has(key)) refuse(['statistics', 'blocks', name, 'filters', index], key, '用于筛选');
    });
  }
  for (const [key, property] of Object.entries(entity.record.properties)) checkProperty(key, property, sealed, refuse);
}

function checkProperty(
  key: string,
  property: Property,
  sealed: ReadonlySet<string>,
  refuse: (path: Path, key: string, what: string) => void,
): void {
  if (sealed.has(key) && property.quickSearch === true)
    refuse(['record', 'properties', key, 'quickSearch'], key, '用于快速搜索');
}
