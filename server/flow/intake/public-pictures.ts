import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityServices, Reading, Tx } from '../../records/call/ports.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { saveRecord } from '../../records/write/save.ts';
import { transact } from '../../records/write/transact.ts';
import type { OpenLink } from './public-link.ts';

/** Most pictures of one report. */
export const MOST_PICTURES = 3;

/** Milliseconds after which a picture that no report took is forgotten. */
const FORGOTTEN = 3_600_000;

/** Keeps a picture apart; gives the id under which the report names it. It was found to be a picture before. */
export async function keepPicture(
  services: EntityServices,
  link: OpenLink,
  { name, content }: { readonly name: string; readonly content: Uint8Array },
): Promise<string> {
  const id = services.ids.next();
  await services.database.transaction(link.tenantId, (db) =>
    db.execute(
      `insert into platform."publicPicture" ("tenantId", id, "linkId", name, content, "createTime")
       values ($1, $2, $3, $4, $5, $6)`,
      [link.tenantId, id, link.id, name, Buffer.from(content), link.call.context.clock.now()],
    ),
  );
  return id;
}

/** Gives pictures of a link to the record that came with them. Throws where one is not there or another report's. */
export async function takePictures(tx: Tx, link: OpenLink, recordId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const touched = await tx.db.execute(
    `update platform."publicPicture" set "recordId" = $1 where "linkId" = $2 and id = any($3) and "recordId" is null`,
    [recordId, link.id, ids],
  );
  if (touched !== new Set(ids).size) {
    throw invalidInput([{ pointer: '/pictures', msg: say('照片已失效，请重新选择照片') }]);
  }
}

/** Takes a file in as any other: judged, kept, recorded. */
interface TakesFiles {
  store(
    uploader: { readonly tenantId: string; readonly userId: string; readonly deptId: string },
    name: string,
    content: Uint8Array,
  ): Promise<{ readonly id: string }>;
}

interface PictureServices {
  readonly services: EntityServices;
  readonly intake: TakesFiles;
  readonly clock: Clock;
}

/**
 * What becomes of the pictures of a record: once somebody has accepted it they come in as any file does, judged anew, and
 * stand in the record; of one that was turned down they are forgotten. Gives how many came in.
 */
export async function settlePictures(
  { services, intake, clock }: PictureServices,
  tenantId: string,
  recordId: string,
): Promise<number> {
  const { database, metadata } = services;
  const waiting = await database.withTenant(tenantId, (db) =>
    db.query<{ entityKey: string; id: string; name: string; content: Buffer }>(
      `select r."entityKey", p.id, p.name, p.content from platform."publicPicture" p
       join platform."publicReport" r on r."tenantId" = p."tenantId" and r."recordId" = p."recordId"
       where p."recordId" = $1 order by p.id`,
      [recordId],
    ),
  );
  const [first] = waiting;
  const snapshot = await metadata.snapshot(tenantId);
  const model = snapshot.entities.get(first?.entityKey ?? '');
  const field = model?.intake?.pictures;
  if (first === undefined || model === undefined || field === undefined) return 0;
  const context = systemContext(tenantId, clock, `public-${recordId}`);
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const accepted = await database.withTenant(tenantId, (db) => wasAccepted({ call, db }, recordId));
  if (accepted === undefined) return 0;
  if (!accepted) {
    await database.transaction(tenantId, (db) => forget(db, recordId));
    return 0;
  }
  const ids: string[] = [];
  for (const { name, content } of waiting) {
    const uploader = { tenantId, userId: '', deptId: '' };
    ids.push((await intake.store(uploader, name, content)).id);
  }
  await transact(call, async (tx) => {
    const { values } = await lockRecord(tx, recordId);
    // Two processes may be told of one record; the second finds nothing.
    if ((await forget(tx.db, recordId)) === 0) return;
    const before = Array.isArray(values[field]) ? (values[field] as readonly unknown[]) : [];
    await saveRecord(tx, { id: recordId, version: values.version, [field]: [...before, ...ids] });
  });
  return ids.length;
}

/** Whether somebody has accepted a record: false where it was turned down, undefined while it waits. */
export async function wasAccepted({ call, db }: Reading, recordId: string): Promise<boolean | undefined> {
  const { model } = call;
  const accept = model.transitions[model.intake?.accept ?? ''];
  if (accept === undefined) return undefined;
  const [taken] = await db.query(
    `select 1 from data."auditLog" where "tenantId" = $1 and "entityKey" = $2 and "recordId" = $3 and "isDeleted" = 0
       and action = $4 limit 1`,
    [db.tenantId, model.key, recordId, accept.key],
  );
  if (taken !== undefined) return true;
  const [row] = await db.query<{ status: string | null }>(
    `select status from data."${model.id}" where "tenantId" = $1 and id = $2 and "isDeleted" = 0`,
    [db.tenantId, recordId],
  );
  const waits = accept.from.some((state) => model.states[state]?.id === row?.status);
  return waits ? undefined : false;
}

async function forget(db: Connection, recordId: string): Promise<number> {
  return db.execute(`delete from platform."publicPicture" where "recordId" = $1`, [recordId]);
}

/** Forgets pictures that no report took and hours that are over, and settles what an ended process left. */
export async function sweepIntake(options: PictureServices, now: Date): Promise<void> {
  const { database } = options.services;
  for (const tenantId of await tenantCodes(database, 'current')) {
    const before = new Date(now.getTime() - FORGOTTEN);
    const records = await database.transaction(tenantId, async (db) => {
      await db.execute(`delete from platform."publicPicture" where "recordId" is null and "createTime" < $1`, [before]);
      await db.execute(`delete from platform."publicUse" where hour < $1`, [new Date(before.getTime() - FORGOTTEN)]);
      return db.query<{ recordId: string }>(
        `select distinct "recordId" from platform."publicPicture" where "recordId" is not null limit 500`,
      );
    });
    for (const { recordId } of records) {
      await settlePictures(options, tenantId, recordId).catch((error: unknown) => {
        // A picture that is refused now stays apart; it is no reason to leave the others.
        if (!(error instanceof AnlanError)) throw error;
      });
    }
  }
}
