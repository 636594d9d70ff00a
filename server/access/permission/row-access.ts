import type { RowAccess } from '../../../src/compile/sql/access-conditions.ts';
import { type ExpressionNode, parseExpression } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Caller, RowScope } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { EVERYONE } from './rights.ts';

const WIDTH: readonly RowScope[] = ['none', 'own', 'department', 'departmentTree', 'tenant'];

const parsed = new Map<string, ExpressionNode>();

/** The tree of an expression that metadata holds as text only; the same text gives the same tree. */
export function expressionNode(source: string): ExpressionNode {
  let node = parsed.get(source);
  if (node === undefined) {
    const result = parseExpression(source);
    // Metadata is checked before it is published; a condition that cannot be read lets nobody through.
    node = 'node' in result ? result.node : { kind: 'literal', value: false };
    parsed.set(source, node);
  }
  return node;
}

/**
 * Which rows of an entity a person may see, over all his roles together: for each role the entity's own scope, else its
 * scope for everyone, else the role's data scope. The platform's shared entities are open where nothing says otherwise.
 * A record that belongs to another one is seen by whoever sees that, where it has a scope of its own only within it.
 */
export function rowAccessOf(
  model: EntityModel,
  caller: Pick<Caller, 'roleCodes' | 'scope' | 'alias'>,
  snapshot: MetadataSnapshot,
): RowAccess {
  const above = model.parent === undefined ? undefined : snapshot.entities.get(model.parent.entity);
  if (above === undefined) return ownAccessOf(model, caller, snapshot);
  return accessBelow(
    above,
    rowAccessOf(above, caller, snapshot),
    model.permissions.scope === undefined ? 'all' : ownAccessOf(model, caller, snapshot),
  );
}

function accessBelow(parent: EntityModel, access: RowAccess, rows: RowAccess): RowAccess {
  if (access === 'none' || rows === 'none') return 'none';
  return { parent, access, ...(rows === 'all' ? {} : { rows }) };
}

function ownAccessOf(
  model: EntityModel,
  caller: Pick<Caller, 'roleCodes' | 'scope' | 'alias'>,
  snapshot: MetadataSnapshot,
): RowAccess {
  const scopes = model.permissions.scope ?? {};
  const grounds = new Set<RowScope>();
  const where: ExpressionNode[] = [];
  const take = (scope: RowScope | { readonly where: string }): void => {
    if (typeof scope === 'string') grounds.add(scope);
    else if (!where.includes(expressionNode(scope.where))) where.push(expressionNode(scope.where));
  };
  const open: RowScope | undefined = model.scope === 'tenant' ? undefined : 'tenant';
  for (const role of caller.roleCodes) {
    take(scopes[role] ?? scopes[EVERYONE] ?? open ?? snapshot.roles.get(role)?.scope ?? caller.scope);
  }
  if (caller.roleCodes.length === 0) take(scopes[EVERYONE] ?? open ?? caller.scope);

  const widest = WIDTH.findLast((scope) => grounds.has(scope)) ?? 'none';
  if (widest === 'tenant') return 'all';
  const tasks = Object.values(model.transitions).some(({ approve }) => approve !== undefined);
  if (widest === 'none' && where.length === 0 && !tasks) return 'none';
  const aliased = caller.alias === undefined ? {} : { aliased: true };
  return { owners: widest === 'none' ? undefined : widest, where, ...(tasks ? { tasks } : {}), ...aliased };
}

/**
 * Which records a person may choose in a picker. All of them, since what he enters may name records that he does not see;
 * but an entity whose scope says something of each of his roles, or of everyone, means them, so it holds for choices too,
 * and for what belongs to it.
 */
export function choiceAccessOf(
  model: EntityModel,
  caller: Pick<Caller, 'roleCodes' | 'scope' | 'alias'>,
  snapshot: MetadataSnapshot,
): RowAccess {
  const scopes = model.permissions.scope ?? {};
  const { roleCodes } = caller;
  const isNamed = (role: string): boolean => scopes[role] !== undefined || scopes[EVERYONE] !== undefined;
  const named = roleCodes.length === 0 ? scopes[EVERYONE] !== undefined : roleCodes.every(isNamed);
  const own = named ? ownAccessOf(model, caller, snapshot) : 'all';
  const above = model.parent === undefined ? undefined : snapshot.entities.get(model.parent.entity);
  if (above === undefined) return own;
  const access = choiceAccessOf(above, caller, snapshot);
  return access === 'all' && own === 'all' ? 'all' : accessBelow(above, access, own);
}

/** Key of a row access, for compiled queries. */
export function rowAccessSignature(access: RowAccess): string {
  if (typeof access === 'string') return access;
  if ('parent' in access) {
    const rows = access.rows === undefined ? '' : `&${rowAccessSignature(access.rows)}`;
    return `${access.parent.key}>${rowAccessSignature(access.access)}${rows}`;
  }
  return `${access.owners ?? ''}${access.aliased === true ? '+alias' : ''}${access.tasks === true ? '+tasks' : ''}:${access.where.map((node) => JSON.stringify(node)).join(';')}`;
}
