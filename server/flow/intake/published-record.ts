import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { PublishedModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
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
  const reading = await openReading(services, clock, ask);
  const [row] = await published(reading, { ids: [ask.id] });
  if (row === undefined) throw none();
  const { id: _id, ...told } = row;
  return told;
}

/** Most records that are read together. */
const MOST = 200;

/**
 * What anybody reads of the records that name one by a reference, oldest first, each with its id; none where nothing
 * names it. It need not be published itself: whoever reads them has its id.
 */
export async function readPublishedBy(
  services: EntityServices,
  clock: Clock,
  ask: PublishedAsk & { readonly by: string },
): Promise<readonly Row[]> {
  const reading = await openReading(services, clock, ask);
  const field = reading.published.by.find(({ key }) => key === ask.by);
  if (field === undefined) throw none();
  const rows = await published(reading, { below: { field: field.key, id: ask.id } });
  return rows.slice(-MOST);
}

interface OpenReading {
  readonly call: EntityCall;
  readonly published: PublishedModel;
}

async function openReading(services: EntityServices, clock: Clock, ask: PublishedAsk): Promise<OpenReading> {
  const { tenantId, entity, id, address } = ask;
  await countAddress(services, { tenantId, now: clock.now() }, 'read', address);
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(entity);
  if (model?.published === undefined || !isRecordId(id)) throw none();
  const context = systemContext(tenantId, clock, `published-${id}`);
  return { call: createEntityCall(services, context, snapshot, model, { internal: true }), published: model.published };
}

/** The published fields of those rows that are published now, with their ids. */
async function published(
  { call, published: { fields, when } }: OpenReading,
  which: Pick<NonNullable<Parameters<typeof readRowsOf>[2]>, 'ids' | 'below'>,
): Promise<readonly Row[]> {
  const { services, context, model } = call;
  // Of a screen that has played for years few programs are published now; the database tells them apart.
  const rows = await services.database.withTenant(context.tenantId, (db) =>
    readRowsOf({ call, db }, model, { ...which, labels: true, where: [when.node] }),
  );
  const environment = recordEnvironment(call);
  const told = ['id', ...fields.flatMap(({ key }) => [key, `${key}Label`])];
  return rows
    .filter((row) => holds(when, row, environment))
    .map((row) => Object.fromEntries(told.filter((key) => Object.hasOwn(row, key)).map((key) => [key, row[key]])));
}

function none(): AnlanError {
  return new AnlanError('notFound', { what: say('公开的内容') });
}
