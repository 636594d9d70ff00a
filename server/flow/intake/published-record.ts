import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel, PublishedModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { PublishedFile } from '../../../src/core/wire/public.ts';
import type { Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import { fileIds } from '../../records/call/held-files.ts';
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
  await countAddress(services, { tenantId: ask.tenantId, now: clock.now() }, 'read', ask.address);
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
  const read = await openPublishedBy(services, clock, ask);
  return read();
}

/** The same to be read again and again, as a stream does that tells what has become of them; it is counted once. */
export async function openPublishedBy(
  services: EntityServices,
  clock: Clock,
  ask: PublishedAsk & { readonly by: string },
): Promise<() => Promise<readonly Row[]>> {
  await countAddress(services, { tenantId: ask.tenantId, now: clock.now() }, 'read', ask.address);
  const read = async () => {
    const reading = await openReading(services, clock, ask);
    const field = reading.published.by.find(({ key }) => key === ask.by);
    if (field === undefined) throw none();
    const rows = await published(reading, { below: { field: field.key, id: ask.id } });
    return rows.slice(-MOST);
  };
  return read;
}

interface OpenReading {
  readonly call: EntityCall;
  readonly published: PublishedModel;
}

async function openReading(services: EntityServices, clock: Clock, ask: PublishedAsk): Promise<OpenReading> {
  const { tenantId, entity, id } = ask;
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
  const uploads = fields.filter(isUpload);
  const plain = fields.filter((field) => !isUpload(field));
  const told = ['id', ...plain.flatMap(({ key }) => [key, `${key}Label`])];
  const shown = rows.filter((row) => holds(when, row, environment));
  const files = await filesOf(
    call,
    uploads.flatMap(({ key }) => shown.flatMap((row) => fileIds(row[key]))),
  );
  return shown.map((row) => ({
    ...Object.fromEntries(told.filter((key) => Object.hasOwn(row, key)).map((key) => [key, row[key]])),
    ...Object.fromEntries(
      uploads.map(({ key }) => [key, fileIds(row[key]).flatMap((id): readonly PublishedFile[] => files.get(id) ?? [])]),
    ),
  }));
}

const isUpload = ({ type }: FieldModel): boolean => type.group === 'file';

/** What is told of the files: neither their names, which may be those of people, nor who brought them. */
async function filesOf(
  { services, context }: EntityCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PublishedFile[]>> {
  if (ids.length === 0) return new Map();
  const found = await services.database.withTenant(context.tenantId, (db) => services.files.describeFiles(db, ids));
  return new Map(
    [...found].map(([id, { contentType, size, pixels, seconds }]) => [
      id,
      [{ file: id, kind: contentType, size, width: pixels?.width, height: pixels?.height, seconds }],
    ]),
  );
}

/** Throws where no published field of a published record holds the file that is asked for. */
export async function openPublishedFile(
  services: EntityServices,
  clock: Clock,
  ask: PublishedAsk & { readonly file: string },
): Promise<void> {
  await countAddress(services, { tenantId: ask.tenantId, now: clock.now() }, 'file', ask.address);
  const reading = await openReading(services, clock, ask);
  const [row] = await published(reading, { ids: [ask.id] });
  const uploads = reading.published.fields.filter(isUpload);
  const held = uploads.flatMap(({ key }) => (row?.[key] ?? []) as readonly PublishedFile[]);
  if (!held.some(({ file }) => file === ask.file)) throw none();
}

function none(): AnlanError {
  return new AnlanError('notFound', { what: say('公开的内容') });
}
