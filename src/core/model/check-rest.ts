import type { Entity, Guard } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { proposalNames } from './build-set.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkDoers, checkPerson } from './check-actors.ts';
import { checkFieldRights, checkWriteScopes } from './check-field-rights.ts';
import { checkStatistics } from './check-statistics.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import { entityNames, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';
import { isOnePerson } from './one-person.ts';

type Path = readonly (string | number)[];

/** Checks what no part of the model holds: conditions of actions, rights and choices, and what fields must be. */
export function checkRest(world: ModelWorld, entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  const check = createChecker(world, entity, built, compiler);
  check.references();
  check.actions();
  check.permissions();
  check.uniqueness();
  check.owners();
  check.flow();
  checkStatistics(world, entity, built, compiler);
}

function createChecker(world: ModelWorld, entity: Entity, built: BuiltFields, compiler: ExpressionCompiler) {
  const { sink } = compiler;
  const { scopes } = built;

  const bool = (source: string | undefined, path: Path, scope: ExpressionScope): void => {
    compiler.compile(source, path, scope, 'boolean');
  };
  /** Rows of another entity chosen for this record: bare names are theirs, `record` and `parent` this one. */
  const rowsScope = (target: Entity): ExpressionScope =>
    nameScope(world, entityNames(world, target), { record: scopes.names, parent: scopes.names });

  const choiceRules = (rules: readonly Guard[] | undefined, path: Path, scope: ExpressionScope): void => {
    for (const [index, rule] of (rules ?? []).entries()) {
      bool(rule.when, [...path, index, 'when'], scope);
      compiler.compile(rule.elseFrom, [...path, index, 'elseFrom'], scope, 'text');
    }
  };

  return {
    references(): void {
      for (const [key, property] of Object.entries(entity.record.properties)) {
        const path = ['record', 'properties', key];
        const target = property.ref === undefined ? undefined : world.entity(property.ref.entity);
        if (property.ref !== undefined && target !== undefined) {
          bool(property.ref.where, [...path, 'ref', 'where'], rowsScope(target));
          choiceRules(property.ref.rules, [...path, 'ref', 'rules'], rowsScope(target));
          if (property.ref.rules !== undefined && property.field !== 'reference') {
            sink.error([...path, 'ref', 'rules'], '只有引用字段会说明为什么不能选', '改用 reference，或写在 where 里');
          }
        }
        for (const [column, { ref }] of Object.entries(property.items?.properties ?? {})) {
          const chosen = ref === undefined ? undefined : world.entity(ref.entity);
          if (chosen === undefined) continue;
          const at = [...path, 'items', 'properties', column, 'ref'];
          bool(ref?.where, [...at, 'where'], rowsScope(chosen));
          choiceRules(ref?.rules, [...at, 'rules'], rowsScope(chosen));
        }
        const { parentField } = property;
        if (parentField !== undefined && target !== undefined) {
          const names = entityNames(world, target);
          if (names.entry(parentField) === undefined) {
            reportUnknown(sink, [...path, 'parentField'], `“${target.title}”的字段`, parentField, names.keys());
          }
        }
      }
      if (entity.tree !== undefined) {
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
      for (const [key, action] of Object.entries(entity.actions ?? {})) {
        const path = ['actions', key];
        const asked = propertyNames(world, action.fields ?? {});
        const scope = nameScope(world, asked, { record: scopes.names });
        for (const [name, property] of Object.entries(action.fields ?? {})) {
          bool(property.visible, [...path, 'fields', name, 'visible'], scope);
          bool(property.requiredWhen, [...path, 'fields', name, 'requiredWhen'], scope);
        }
        if (action.operation === undefined && action.page === undefined) {
          sink.error(path, '操作既不调用接口，也不打开页面', '写上 operation 或 page');
        }
      }
    },
    permissions(): void {
      for (const [role, scope] of Object.entries(entity.permissions?.scope ?? {})) {
        if (typeof scope !== 'string') bool(scope.where, ['permissions', 'scope', role, 'where'], scopes.value);
      }
      checkFieldRights(entity, built, compiler);
      checkWriteScopes(entity, built, compiler);
    },
    uniqueness(): void {
      for (const name of ['unique', 'indexes'] as const) {
        for (const [key, source] of Object.entries(entity[name] ?? {})) {
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
        checkPerson(compiler, built, key, 'user', ['owners', 'users', index]);
      for (const [index, key] of (entity.owners?.depts ?? []).entries())
        checkPerson(compiler, built, key, 'dept', ['owners', 'depts', index]);
      const { creator, users = [] } = entity.owners ?? {};
      const named = users.indexOf('createUser');
      if (creator === false && named >= 0) {
        sink.error(['owners', 'users', named], '"creator": false 之外又写了 createUser', '去掉其中一个');
      }
    },
    flow(): void {
      for (const [key, source] of Object.entries(entity.states ?? {})) {
        if (Array.isArray(source.edit)) {
          checkDoers({ compiler, built, scope: scopes.change }, source.edit, ['states', key, 'edit']);
        }
      }
      for (const [key, source] of Object.entries(entity.transitions ?? {})) {
        const row = proposalNames(world, entity, key);
        const written = world.entity(source.writes ?? '')?.record.properties ?? {};
        const isOwn = (name: string) => Object.hasOwn(written, name) && isOnePerson(written[name]);
        checkDoers({ compiler, built, scope: scopes.proposal(row), row, isOwn }, source.who, [
          'transitions',
          key,
          'who',
        ]);
      }
      if (entity.effects !== undefined && entity.states !== undefined) {
        sink.error(['effects'], '有状态的实体，效果须写在流转上', '把效果移到相应的流转里');
      }
    },
  };
}
