import type { BulkConnection } from '../../server/ground/database/database.ts';
import { rememberingReads } from '../../server/ground/database/remembered-reads.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import { inBatch } from '../../server/records/call/write-batch.ts';
import { type InternalBatch, runInternalBatch } from '../../server/records/write/internal-batch.ts';

/** Histories that are written in one transaction. */
interface Together<Item, Prepared> {
  readonly bulk: BulkConnection;
  readonly services: EntityServices;
  readonly tenantId: string;
  readonly items: readonly Item[];
  /** Writes each with a transaction of its own, which asks and writes as a person's call does. Default false. */
  readonly stepByStep?: boolean;
  /** Writes what some of them need before any of them begins. */
  prepare(batch: InternalBatch, items: readonly Item[]): Promise<Prepared>;
  /** Writes one of them with all its steps. */
  tell(batch: InternalBatch, item: Item, prepared: Prepared): Promise<void>;
  /** What an error names it by. */
  nameOf(item: Item): string;
}

/**
 * Writes several histories in one transaction. Their steps run side by side, so that what they ask goes to the database
 * together. Throws what the first one that failed has thrown, with its name; nothing is written then.
 */
export async function writeTogether<Item, Prepared>(options: Together<Item, Prepared>): Promise<void> {
  const { bulk, services, tenantId, items, prepare, tell, nameOf } = options;
  if (options.stepByStep === true) return writeEach(options);
  let broken: string | undefined;
  try {
    await bulk.transaction(tenantId, async (plain) => {
      // It may be another try.
      broken = undefined;
      const connection = rememberingReads(plain);
      const own: EntityServices = {
        ...services,
        database: { ...services.database, transaction: (_, work) => work(connection) },
      };
      await inBatch((batch) =>
        runInternalBatch(
          own,
          tenantId,
          async (acts) => {
            const prepared = await prepare(acts, items);
            await allOf(
              items.map((item) =>
                tell(acts, item, prepared).catch((error: unknown) => {
                  broken ??= nameOf(item);
                  throw error;
                }),
              ),
            );
          },
          batch,
        ),
      );
    });
  } catch (error) {
    // Named outside of the transaction, which knows by the error itself whether it is worth another try.
    const { message, faults = [] } = error as Error & { faults?: readonly unknown[] };
    const reason = faults.length === 0 ? message : `${message} ${JSON.stringify(faults)}`;
    const what = broken === undefined ? '演示工厂' : `演示工厂的 ${broken} `;
    throw new Error(`${what}不能写入：${reason}`, { cause: error });
  }
}

async function writeEach<Item, Prepared>(options: Together<Item, Prepared>): Promise<void> {
  const { services, tenantId, items, prepare, tell } = options;
  for (const item of items) {
    await runInternalBatch(services, tenantId, async (acts) => tell(acts, item, await prepare(acts, [item])));
  }
}

/** Waits for all, also where one fails: nothing may go on asking in a transaction that is over. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
