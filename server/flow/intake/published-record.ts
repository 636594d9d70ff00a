import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import type { Clock } from '../../ground/context.ts';
import { isRecordId } from '../../ground/database/snowflake.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { countAddress } from './public-use.ts';

/** Which record is asked for, and from where. */
interface PublishedAsk {
  readonly tenantId: string;
  readonly entity: string;
  readonly id: string;
  readonly address: string;
}

/**
 * What anybody reads of a record. One that is not there, of another company, not published now, or of an entity that
 * publishes nothing is refused with the same words: whoever tries ids learns nothing.
 */
export async function readPublished(services: EntityServices, clock: Clock, ask: PublishedAsk): Promise<Row> {
  const { tenantId, entity, id, address } = ask;
  await countAddress(services, { tenantId, now: clock.now() }, 'read', address);
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(entity);
  const published = model?.published;
  if (model === undefined || published === undefined || !isRecordId(id)) throw none();
  const call = createEntityCall(services, systemContext(tenantId, clock, `published-${id}`), snapshot, model, {
    internal: true,
  });
  const [row] = await services.database.withTenant(tenantId, (db) =>
    readRowsOf({ call, db }, model, { ids: [id], labels: true }),
  );
  if (row === undefined || !holds(published.when, row, recordEnvironment(call))) throw none();
  const told = published.fields.flatMap(({ key }) => [key, `${key}Label`]).filter((key) => Object.hasOwn(row, key));
  return Object.fromEntries(told.map((key) => [key, row[key]]));
}

function none(): AnlanError {
  return new AnlanError('notFound', { what: say('公开的内容') });
}
