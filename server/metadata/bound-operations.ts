import { callPath } from '../../src/core/model/call-path.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { BoundOperation } from './snapshot.ts';

/**
 * The table of calls that the entities give, by `METHOD path`. Of two entities with the same call the first keeps it;
 * the linter reports the other.
 * @param servicePrefix what stands for `{p}` in the specification's paths, `anlan`.
 */
export function bindOperations(
  models: Iterable<EntityModel>,
  servicePrefix: string,
): ReadonlyMap<string, BoundOperation> {
  const bound = new Map<string, BoundOperation>();
  for (const entity of models) {
    for (const operation of entity.operations) {
      const path = `/api/${servicePrefix}-${entity.service}/${callPath(entity, operation.path)}`;
      const call = `${operation.method} ${path}`;
      if (!bound.has(call)) bound.set(call, { entity, operation, method: operation.method, path });
    }
  }
  return bound;
}
