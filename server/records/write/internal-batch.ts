import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { createEntityCall } from '../call/entity-call.ts';
import type { EntityCall, EntityServices, SaveOptions } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import type { WriteBatch } from '../call/write-batch.ts';
import { saveRecord } from './save.ts';
import { type OpenTransaction, transactAs } from './transact.ts';
import { fireTransition } from './transition.ts';

/** Acts of the platform itself within one transaction, each by a person and at a time of its own. */
export interface InternalBatch extends OpenTransaction {
  /** Metadata that the whole batch goes by. */
  readonly snapshot: MetadataSnapshot;
  /** As `saveInternal` of the entity service. */
  save(context: CallContext, entity: string, body: Row, options?: SaveOptions): Promise<string>;
  /** As `fireInternal` of the entity service. */
  fire(context: CallContext, entity: string, id: string, transition: string, body?: Row): Promise<void>;
}

/**
 * Runs several acts of the platform itself in one transaction of a tenant: all of them happen or none. What was written
 * is told after the commit. A deadlock is tried again, so the work may run twice.
 * @param batch what the writes share with those of others. Default each stands for itself.
 */
export async function runInternalBatch<T>(
  services: EntityServices,
  tenantId: string,
  work: (acts: InternalBatch) => Promise<T>,
  batch?: WriteBatch,
): Promise<T> {
  const snapshot = await services.metadata.snapshot(tenantId);
  const callOn = (context: CallContext, entity: string): EntityCall => {
    const model = snapshot.entities.get(entity);
    if (model === undefined) throw new AnlanError('notFound', { what: say('实体“{entity}”', { entity }) });
    return createEntityCall(services, context, snapshot, model, { internal: true });
  };
  return transactAs(
    services,
    tenantId,
    (open) =>
      work({
        ...open,
        snapshot,
        save: (context, entity, body, options) => saveRecord(open.about(callOn(context, entity)), body, options),
        fire: (context, entity, id, transition, body = {}) =>
          fireTransition(open.about(callOn(context, entity)), id, transition, body),
      }),
    batch,
  );
}
