import type { Actor, Effect, Entity, Timer } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { BuiltFields } from './build-fields.ts';
import { buildSet, proposalNames } from './build-flow.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import { entityNames, type NameTable, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** The scope of an effect: besides the record's names the ids that the effects before it created. */
function withCreated(scope: ExpressionScope, created: ReadonlyMap<string, Entity>): ExpressionScope {
  return {
    ...scope,
    resolve: (name) => (name === 'created' ? { type: { record: 'created' } } : scope.resolve(name)),
    member(record, key) {
      if (record !== 'created') return scope.member(record, key);
      return created.has(key) ? { type: 'text' } : undefined;
    },
  };
}

/** Checks what no part of the model holds: actions, rights, references, and the keywords whose run time comes later. */
export function checkRest(world: ModelWorld, entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  const check = createChecker(world, entity, built, compiler);
  check.references();
  check.actions();
  check.permissions();
  check.uniqueness();
  check.owners();
  check.flow();
  check.child();
  check.statistics();
  check.transfers();
}

function createChecker(world: ModelWorld, entity: Entity, built: BuiltFields, compiler: ExpressionCompiler) {
  const { sink } = compiler;
  const { scopes } = built;
  const states = Object.keys(entity.states ?? {});

  const bool = (source: string | undefined, path: Path, scope: ExpressionScope): void => {
    compiler.compile(source, path, scope, 'boolean');
  };
  const field = (key: string, path: Path): void => {
    if (!built.field.has(key)) reportUnknown(sink, path, '字段', key, built.field.keys());
  };
  const fields = (keys: readonly string[] | undefined, path: Path): void => {
    for (const [index, key] of (keys ?? []).entries()) field(key, [...path, index]);
  };
  const state = (key: string | undefined, path: Path): void => {
    if (key !== undefined && !states.includes(key)) reportUnknown(sink, path, '状态', key, states);
  };
  const other = (key: string, path: Path): Entity | undefined => {
    const found = world.entity(key);
    if (found === undefined) reportUnknown(sink, path, '实体', key, world.entityKeys?.() ?? []);
    return found;
  };
  /** Rows of another entity chosen for this record: bare names are theirs, `record` and `parent` this one. */
  const rowsScope = (target: Entity): ExpressionScope =>
    nameScope(world, entityNames(world, target), { record: scopes.names, parent: scopes.names });

  const actors = (who: readonly Actor[] | undefined, path: Path, scope: ExpressionScope, row?: NameTable): void => {
    for (const [index, actor] of (who ?? []).entries()) {
      if (typeof actor === 'string') continue;
      const at = [...path, index];
      if ('field' in actor) person(actor.field, 'user', [...at, 'field']);
      else if ('head' in actor) person(actor.head, 'dept', [...at, 'head']);
      else if ('proposal' in actor) {
        if (row?.entry(actor.proposal) === undefined) {
          reportUnknown(sink, [...at, 'proposal'], '提交内容中的字段', actor.proposal, row?.keys() ?? []);
        }
      } else if ('expression' in actor) bool(actor.expression, [...at, 'expression'], scope);
    }
  };
  const person = (key: string, target: 'user' | 'dept', path: Path): void => {
    const found = built.field.get(key);
    if (found === undefined) reportUnknown(sink, path, '字段', key, built.field.keys());
    else if (found.target !== target) {
      const what = target === 'user' ? '人员' : '部门';
      sink.error(path, `“${key}”不是${what}字段`, `改为选择${what}的字段（orgSelect）`);
    }
  };
  const timers = (map: Readonly<Record<string, Timer>> | undefined, path: Path, scope: ExpressionScope): void => {
    for (const [key, timer] of Object.entries(map ?? {})) {
      const at = [...path, key];
      const due = compiler.compile(timer.at, [...at, 'at'], scope);
      if (due !== undefined && due.type !== 'dateTime' && due.type !== 'date') {
        sink.error([...at, 'at'], '到期时间须是日期或日期时间', '改为得出日期时间的表达式，如 deadline - days(1)');
      }
      compiler.compile(timer.every, [...at, 'every'], scope, 'duration');
      bool(timer.when, [...at, 'when'], scope);
      if (timer.fire !== undefined) transition(entity, timer.fire, [...at, 'fire']);
      actors(timer.notify, [...at, 'notify'], scope);
      if (timer.fire === undefined && timer.notify === undefined) {
        sink.error(at, '定时器既不触发流转，也不通知任何人', '写上 fire 或 notify');
      }
    }
  };
  const transition = (of: Entity, key: string, path: Path): void => {
    const known = Object.keys(of.transitions ?? {});
    if (!known.includes(key)) reportUnknown(sink, path, `“${of.title}”的流转`, key, known);
  };
  const effect = (
    source: Effect,
    path: Path,
    scope: ExpressionScope,
    created: Map<string, Entity>,
    key: string,
  ): void => {
    bool(source.when, [...path, 'when'], scope);
    const knowing = withCreated(scope, created);
    const verbs = [source.create, source.fire, source.set].filter((verb) => verb !== undefined);
    if (verbs.length !== 1) {
      sink.error(path, '一个效果须且只须有 create、fire、set 之一', '拆成多个效果，或补上缺少的动作');
    }
    const library = source.from === undefined ? undefined : other(source.from.entity, [...path, 'from', 'entity']);
    if (library !== undefined) bool(source.from?.where, [...path, 'from', 'where'], rowsScope(library));
    if (source.create !== undefined) {
      const target = other(source.create, [...path, 'create']);
      if (target === undefined) return;
      created.set(key, target);
      const values =
        library === undefined ? knowing : nameScope(world, scopes.names, { row: entityNames(world, library) });
      buildSet(compiler, source.values, [...path, 'values'], entityNames(world, target), values);
      return;
    }
    const target = effectTarget(source.target, [...path, 'target'], scope, created);
    if (target === undefined) return;
    if (source.fire !== undefined) transition(target, source.fire, [...path, 'fire']);
    buildSet(compiler, source.set, [...path, 'set'], entityNames(world, target), knowing);
  };
  const effectTarget = (
    source: string | undefined,
    path: Path,
    scope: ExpressionScope,
    created: ReadonlyMap<string, Entity>,
  ): Entity | undefined => {
    if (source === undefined) return entity;
    const made = /^created\.([A-Za-z0-9]+)$/.exec(source)?.[1];
    if (made !== undefined) {
      const found = created.get(made);
      if (found === undefined) reportUnknown(sink, path, '在它之前的效果', made, created.keys());
      return found;
    }
    const reference = built.field.get(source);
    if (reference?.target !== undefined && !reference.multiple) return world.entity(reference.target);
    if (compiler.compile(source, path, scope, 'text') !== undefined) {
      sink.error(path, '效果的对象须是引用字段或先前效果创建的记录', '写引用字段的键，或 created.<效果的键>');
    }
    return undefined;
  };
  const effects = (map: Readonly<Record<string, Effect>> | undefined, path: Path, scope: ExpressionScope): void => {
    const created = new Map<string, Entity>();
    for (const [key, source] of Object.entries(map ?? {})) effect(source, [...path, key], scope, created, key);
  };

  return {
    references(): void {
      for (const [key, property] of Object.entries(entity.record.properties)) {
        const path = ['record', 'properties', key];
        const target = property.ref === undefined ? undefined : world.entity(property.ref.entity);
        if (property.ref !== undefined && target !== undefined) {
          bool(property.ref.where, [...path, 'ref', 'where'], rowsScope(target));
          const names = entityNames(world, target);
          if (property.ref.label !== undefined && names.entry(property.ref.label) === undefined) {
            reportUnknown(sink, [...path, 'ref', 'label'], `“${target.title}”的字段`, property.ref.label, names.keys());
          }
        }
        for (const [index, rule] of (property.rules ?? []).entries()) {
          if (rule.at !== undefined) field(rule.at, [...path, 'rules', index, 'at']);
        }
        for (const name of ['end', 'endOf', 'parentField'] as const) {
          const named = property[name];
          if (named !== undefined && name !== 'parentField') field(named, [...path, name]);
          if (named !== undefined && name === 'parentField' && target !== undefined) {
            const names = entityNames(world, target);
            if (names.entry(named) === undefined) {
              reportUnknown(sink, [...path, name], `“${target.title}”的字段`, named, names.keys());
            }
          }
        }
      }
      if (entity.label !== undefined) field(entity.label, ['label']);
      if (entity.tree !== undefined) {
        field(entity.tree.parent, ['tree', 'parent']);
        const parent = built.field.get(entity.tree.parent);
        if (parent !== undefined && parent.target !== entity.entity) {
          sink.error(
            ['tree', 'parent'],
            '树的上级字段须引用本实体',
            `给该字段写 "ref": {"entity": "${entity.entity}"}`,
          );
        }
      }
    },
    actions(): void {
      const operations = Object.keys(entity.api.operations ?? {});
      for (const [key, action] of Object.entries(entity.actions ?? {})) {
        const path = ['actions', key];
        bool(action.when, [...path, 'when'], scopes.change);
        const asked = propertyNames(world, action.fields ?? {});
        const scope = nameScope(world, asked, { record: scopes.names });
        for (const [name, property] of Object.entries(action.fields ?? {})) {
          bool(property.visible, [...path, 'fields', name, 'visible'], scope);
          bool(property.requiredWhen, [...path, 'fields', name, 'requiredWhen'], scope);
        }
        if (action.operation === undefined && action.page === undefined) {
          sink.error(path, '操作既不调用接口，也不打开页面', '写上 operation 或 page');
        }
        const known = [...operations, ...Object.keys(entity.transitions ?? {}), 'remove', 'submit', 'save'];
        if (action.operation !== undefined && !known.includes(action.operation)) {
          reportUnknown(sink, [...path, 'operation'], '接口', action.operation, known);
        }
      }
    },
    permissions(): void {
      for (const [role, scope] of Object.entries(entity.permissions?.scope ?? {})) {
        if (typeof scope !== 'string') bool(scope.where, ['permissions', 'scope', role, 'where'], scopes.value);
      }
      for (const [key, rights] of Object.entries(entity.permissions?.fields ?? {})) {
        field(key, ['permissions', 'fields', key]);
        for (const [index, right] of rights.entries()) {
          for (const [place, name] of (right.states ?? []).entries()) {
            state(name, ['permissions', 'fields', key, index, 'states', place]);
          }
        }
      }
    },
    uniqueness(): void {
      for (const name of ['unique', 'indexes'] as const) {
        for (const [key, source] of Object.entries(entity[name] ?? {})) {
          fields(source.fields, [name, key, 'fields']);
          for (const [index, named] of source.fields.entries()) {
            const found = built.field.get(named);
            if (found !== undefined && found.column === undefined) {
              sink.error([name, key, 'fields', index], `“${named}”没有存储列，不能建索引`, '改用已存储的字段');
            }
          }
        }
      }
    },
    owners(): void {
      for (const [index, key] of (entity.owners?.users ?? []).entries())
        person(key, 'user', ['owners', 'users', index]);
      for (const [index, key] of (entity.owners?.depts ?? []).entries())
        person(key, 'dept', ['owners', 'depts', index]);
    },
    flow(): void {
      for (const [key, source] of Object.entries(entity.states ?? {})) {
        timers(source.timers, ['states', key, 'timers'], scopes.change);
        if (Array.isArray(source.edit)) actors(source.edit, ['states', key, 'edit'], scopes.change);
      }
      for (const [key, source] of Object.entries(entity.transitions ?? {})) {
        const path = ['transitions', key];
        const row = proposalNames(world, entity, key);
        const scope = scopes.proposal(row);
        actors(source.who, [...path, 'who'], scope, row);
        if (source.writes !== undefined) other(source.writes, [...path, 'writes']);
        effects(source.effects, [...path, 'effects'], scope);
        const approve = source.approve;
        if (approve === undefined) continue;
        const at = [...path, 'approve'];
        state(approve.pending, [...at, 'pending']);
        for (const [name, level] of Object.entries(approve.levels ?? {})) {
          const place = [...at, 'levels', name];
          bool(level.when, [...place, 'when'], scope);
          actors(level.who, [...place, 'who'], scope, row);
          bool(level.vote?.when?.when, [...place, 'vote', 'when', 'when'], scope);
          timers(level.timers, [...place, 'timers'], scope);
        }
        if (approve.from !== undefined) {
          const target = other(approve.from.entity, [...at, 'from', 'entity']);
          if (target !== undefined) bool(approve.from.where, [...at, 'from', 'where'], rowsScope(target));
        }
        if (approve.levels === undefined && approve.from === undefined) {
          sink.error(at, '审批没有层级', '写上 levels，或用 from 指定存放审批层级的实体');
        }
        state(approve.reject?.to, [...at, 'reject', 'to']);
        buildSet(compiler, approve.reject?.set, [...at, 'reject', 'set'], scopes.names, scope);
        actors(approve.revoke?.who, [...at, 'revoke', 'who'], scope, row);
        state(approve.revoke?.to, [...at, 'revoke', 'to']);
        actors(approve.copies, [...at, 'copies'], scope, row);
      }
      effects(entity.effects, ['effects'], scopes.change);
    },
    child(): void {
      const parent = entity.parent;
      if (parent !== undefined) {
        const above = other(parent.entity, ['parent', 'entity']);
        field(parent.field, ['parent', 'field']);
        const reference = built.field.get(parent.field);
        if (reference !== undefined && reference.target !== parent.entity) {
          sink.error(['parent', 'field'], '上级字段须引用上级实体', `给该字段写 "ref": {"entity": "${parent.entity}"}`);
        }
        if (above?.parent !== undefined && world.entity(above.parent.entity)?.parent !== undefined) {
          sink.error(['parent', 'entity'], '子实体最多两层', '把下层数据并入上层，或改为引用');
        }
        if (above !== undefined) {
          const scope = nameScope(world, entityNames(world, above));
          for (const name of ['create', 'edit', 'remove'] as const) {
            bool(parent[name]?.when, ['parent', name, 'when'], scope);
          }
          const seed = parent.seed;
          const library = seed === undefined ? undefined : other(seed.from, ['parent', 'seed', 'from']);
          if (seed !== undefined && library !== undefined) {
            const rows = nameScope(world, entityNames(world, library), { parent: entityNames(world, above) });
            bool(seed.where, ['parent', 'seed', 'where'], rows);
            buildSet(compiler, seed.map, ['parent', 'seed', 'map'], scopes.names, rows);
          }
        }
      }
      const schedule = entity.schedule;
      if (schedule === undefined) return;
      const start = compiler.compile(schedule.start, ['schedule', 'start'], scopes.value);
      if (start !== undefined && start.type !== 'date' && start.type !== 'dateTime') {
        sink.error(['schedule', 'start'], '开始时间须是日期或日期时间', '改为日期字段或得出日期的表达式');
      }
      compiler.compile(schedule.every, ['schedule', 'every'], scopes.value, 'duration');
      compiler.compile(schedule.window, ['schedule', 'window'], scopes.value, 'duration');
      bool(schedule.when, ['schedule', 'when'], scopes.value);
      compiler.compile(schedule.forEach, ['schedule', 'forEach'], scopes.value);
      effect(schedule.create, ['schedule', 'create'], scopes.value, new Map(), 'create');
    },
    statistics(): void {
      const measures = entity.statistics?.measures ?? {};
      const known = Object.keys(measures);
      const measure = (key: string | undefined, path: Path): void => {
        if (key !== undefined && !known.includes(key)) reportUnknown(sink, path, '指标', key, known);
      };
      for (const [key, source] of Object.entries(measures)) {
        const path = ['statistics', 'measures', key];
        compiler.compile(source.of, [...path, 'of'], scopes.value);
        bool(source.where, [...path, 'where'], scopes.value);
        if (source.date !== undefined) field(source.date, [...path, 'date']);
        measure(source.numerator, [...path, 'numerator']);
        measure(source.denominator, [...path, 'denominator']);
      }
      for (const [key, block] of Object.entries(entity.statistics?.blocks ?? {})) {
        const path = ['statistics', 'blocks', key];
        for (const [index, name] of block.measures.entries()) measure(name, [...path, 'measures', index]);
        for (const [index, by] of (block.by ?? []).entries()) field(by.replace(/:.*$/, ''), [...path, 'by', index]);
        fields(block.filters, [...path, 'filters']);
      }
    },
    transfers(): void {
      fields(entity.print?.fields, ['print', 'fields']);
      for (const name of ['import', 'export'] as const) {
        fields(entity[name]?.fields, [name, 'fields']);
        fields(entity[name]?.key, [name, 'key']);
      }
    },
  };
}
