import { callPath } from '../model/call-path.ts';
import type { EntityModel } from '../model/entity-model.ts';
import { withOverrideProperties } from '../model/override-properties.ts';
import type { Entity, Property } from './entity.generated.ts';
import type { LintedEntity } from './lint-context.ts';
import { suggestion } from './nearest.ts';

type Path = readonly (string | number)[];

/** Checks that no two things of one kind share a key or a permanent id. */
export function lintIdentity({ entity, sink }: LintedEntity): void {
  const check = (map: Readonly<Record<string, { id?: string }>> | undefined, what: string, path: Path): void => {
    const holders = new Map<string, string>();
    const entries = Object.entries(map ?? {});
    for (const [key, { id }] of entries) {
      if (id === undefined) continue;
      const at = [...path, key, 'id'];
      if (id === key) sink.warning(at, `“${key}”的 id 与键相同，是多余的`, '删去 id；只有改过键才写 id');
      const other = holders.get(id);
      if (other !== undefined) sink.error(at, `${what}“${key}”与“${other}”的 id 都是“${id}”`, '改为各自最初的键');
      holders.set(id, key);
    }
    for (const [key] of entries) {
      const holder = holders.get(key);
      if (holder === undefined || holder === key) continue;
      sink.error([...path, key], `${what}的键“${key}”是${what}“${holder}”的永久标识`, '换一个没有用过的键');
    }
  };
  /** What is gone must be gone, and what takes its place be there; both by permanent key, as records hold them. */
  const checkReplaced = (
    replaced: Readonly<Record<string, string>> | undefined,
    left: Readonly<Record<string, { id?: string }>> | undefined,
    what: string,
    path: Path,
  ): void => {
    if (replaced !== undefined && entity.appendOnly === true) {
      sink.error(path, `只增不改的记录不能换${what}`, `保留${what}，选项可以停用（"sealed": true）`);
    }
    const held = Object.entries(left ?? {}).map(([key, { id }]) => id ?? key);
    for (const [gone, heir] of Object.entries(replaced ?? {})) {
      if (held.includes(gone)) sink.error([...path, gone], `${what}“${gone}”还在，不能又写成已删除`, '删去其中一处');
      if (held.includes(heir)) continue;
      const message = `没有永久标识为“${heir}”的${what}${suggestion(heir, held)}，记录里的“${gone}”无处可去`;
      sink.error([...path, gone], message, `改为还在的${what}的永久标识：id，没有写 id 就是键`);
    }
  };
  type Fields = Readonly<Record<string, Property>>;
  const checkRemoved = (removed: readonly string[] = [], fields: Fields, what: string, path: Path): void => {
    for (const [index, id] of removed.entries()) {
      const holder = Object.entries(fields).find(([key, property]) => (property.id ?? key) === id);
      if (holder === undefined) continue;
      sink.error([...path, index], `“${id}”仍是${what}“${holder[0]}”的永久标识`, '从 removed 中去掉，或换一个键');
    }
  };
  const checkFields = (fields: Fields, what: string, path: Path): void => {
    check(fields, what, path);
    for (const [key, { options, removedOptions, items }] of Object.entries(fields)) {
      const at = [...path, key];
      check(options, '选项', [...at, 'options']);
      checkReplaced(removedOptions, options, '选项', [...at, 'removedOptions']);
      if (items === undefined) continue;
      const { properties = {}, removed } = items;
      checkRemoved(removed, properties, '列', [...at, 'items', 'removed']);
      checkFields(properties, '列', [...at, 'items', 'properties']);
    }
  };
  checkRemoved(entity.removed, withOverrideProperties(entity.record.properties), '字段', ['removed']);
  checkFields(entity.record.properties, '字段', ['record', 'properties']);
  check(entity.form?.sections, '分组', ['form', 'sections']);
  check(entity.detail?.sections, '分组', ['detail', 'sections']);
  check(entity.states, '状态', ['states']);
  checkReplaced(entity.removedStates, entity.states, '状态', ['removedStates']);
  check(entity.transitions, '流转', ['transitions']);
}

/** Checks what must be unique in the whole product: entity ids, page codes, API paths. */
export function lintUniqueness(all: readonly LintedEntity[], subjects: readonly LintedEntity[]): void {
  const seen = new Map<string, LintedEntity>();
  const claim = (
    linted: LintedEntity,
    name: string,
    path: Path,
    message: (other: string) => string,
    fix: string,
  ): void => {
    const other = seen.get(name);
    if (other === undefined) seen.set(name, linted);
    else linted.sink.error(path, message(`“${other.entity.entity}”（${other.sink.file}）`), fix);
  };
  for (const linted of all) {
    const { entity } = linted;
    const id = entity.id ?? entity.entity;
    const place: Path = entity.id === undefined ? ['entity'] : ['id'];
    claim(linted, `id ${id}`, place, (other) => `实体的永久标识“${id}”已属于${other}`, '换一个没有用过的键');
    for (const code of Object.keys(entity.pages ?? {})) {
      const message = (other: string) => `页面编码“${code}”已属于实体${other}`;
      claim(linted, `page ${code}`, ['pages', code], message, '换一个页面编码');
    }
    // Calls of other places can be no subject's, so that the models of those entities need not be built.
    if (subjects !== all && !subjects.some((subject) => isNear(subject.entity, entity))) continue;
    const { model } = linted;
    const clashes = new Set<string>();
    for (const { call, name } of callsOf(model)) {
      const message = (other: string) => `接口“${call}”已属于实体${other}`;
      const path = operationPath(entity, name);
      // Two entities on one base share all standard calls; one of them says it.
      if (clashes.has(path.join('/'))) continue;
      if (seen.has(call)) clashes.add(path.join('/'));
      claim(linted, call, path, message, '改 api.base，或给接口换一个路径');
    }
  }
}

const calls = new WeakMap<EntityModel, readonly { readonly call: string; readonly name: string }[]>();

/** Method and path of each operation; what stands for an id in a path makes no difference. */
function callsOf(model: EntityModel): readonly { readonly call: string; readonly name: string }[] {
  const known = calls.get(model);
  if (known !== undefined) return known;
  const found = model.operations.map(({ method, path, name }) => ({
    call: `${method} ${model.service}/${callPath(model, path).replace(/\{[^}]*\}/g, '{}')}`,
    name,
  }));
  calls.set(model, found);
  return found;
}

/** Whether calls of two entities may have one path: the base of the one begins that of the other, or one leaves its base. */
function isNear({ api: one }: Entity, { api: other }: Entity): boolean {
  if (one.service === other.service && (leavesBase(one) || leavesBase(other))) return true;
  const [left, right] = [`${one.base}/`, `${other.base}/`];
  return one.service === other.service && (left.startsWith(right) || right.startsWith(left));
}

function leavesBase({ operations = {} }: Entity['api']): boolean {
  return Object.values(operations).some((one) => (typeof one === 'string' ? one : one.call).includes(' /'));
}

function operationPath(entity: Entity, name: string): Path {
  return Object.hasOwn(entity.api.operations ?? {}, name) ? ['api', 'operations', name] : ['api', 'base'];
}
