import { isAlias } from '../../../src/core/model/alias.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Connection } from '../../ground/database/database.ts';
import { lineKey, readLines } from '../turns/subject-lines.ts';
import type { Approving } from './approving.ts';
import { entityOf } from './request.ts';

/** A request, as far as it says who asked for what. */
interface Asked {
  readonly entityId: string;
  readonly recordId: string;
  readonly openedBy: string;
}

/**
 * Says by name who asked for requests. What the platform asked for by itself was set off by whoever made the record, of a
 * record that a schedule made by whoever planned it: nobody can turn to 系统.
 * @param names of people by id, where they are known.
 */
export async function requestAuthors(
  { services, context, snapshot }: Approving,
  db: Connection,
  requests: readonly Asked[],
): Promise<(request: Asked, names: ReadonlyMap<string, string>) => string> {
  const wanted = new Map<EntityModel, Set<string>>();
  for (const { entityId, recordId, openedBy } of requests) {
    const model = openedBy === '' ? entityOf(snapshot, entityId) : undefined;
    if (model !== undefined) wanted.set(model, (wanted.get(model) ?? new Set()).add(recordId));
  }
  const lines = await readLines(db, { services, context, snapshot }, wanted);
  return ({ entityId, recordId, openedBy }, names) => {
    if (openedBy !== '') return names.get(openedBy) ?? (isAlias(openedBy) ? say('匿名') : say('系统'));
    const model = entityOf(snapshot, entityId);
    return (model === undefined ? undefined : lines.get(lineKey(model, recordId))?.creator) ?? say('系统');
  };
}
