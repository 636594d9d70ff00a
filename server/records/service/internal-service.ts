import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { createEntityCall } from '../call/entity-call.ts';
import type { EntityCall, EntityServices, SaveOptions } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { accessOf, readRecord } from '../read/read-record.ts';
import { saveRecord } from '../write/save.ts';
import { transact } from '../write/transact.ts';
import { fireTransition } from '../write/transition.ts';
import { sayingWhatSleeps } from './asleep.ts';

/** What the platform itself does with records. */
export interface InternalService {
  /** Saves as the platform itself (seeds, jobs): rights and scopes do not bind, ids and states may be given. */
  saveInternal(context: CallContext, entity: string, body: Row, options?: SaveOptions): Promise<string>;
  /** Fires a transition as the platform itself. */
  fireInternal(context: CallContext, entity: string, id: string, transition: string, body?: Row): Promise<void>;
  /** Whether the person may see a record, and if so the record as he sees it, uploads as ids. */
  findVisible(context: CallContext, entity: string, id: string): Promise<Row | undefined>;
}

/** Creates it over database, metadata and files. */
export function createInternalService(services: EntityServices): InternalService {
  const { database, metadata } = services;

  function internalCall(context: CallContext, snapshot: MetadataSnapshot, entity: string): EntityCall {
    const model = snapshot.entities.get(entity);
    if (model === undefined) throw new AnlanError('notFound', { what: say('实体“{entity}”', { entity }) });
    return createEntityCall(services, context, snapshot, model, { internal: true });
  }

  return {
    saveInternal: (context, entity, body, options = {}) =>
      sayingWhatSleeps(async () => {
        const call = internalCall(context, await metadata.snapshot(context.tenantId), entity);
        return transact(call, (tx) => saveRecord(tx, body, options));
      }),

    fireInternal: (context, entity, id, transition, body = {}) =>
      sayingWhatSleeps(async () => {
        const call = internalCall(context, await metadata.snapshot(context.tenantId), entity);
        await transact(call, (tx) => fireTransition(tx, id, transition, body));
      }),

    async findVisible(context, entity, id) {
      const snapshot = await metadata.snapshot(context.tenantId);
      const model = snapshot.entities.get(entity);
      if (model === undefined) return undefined;
      const call = createEntityCall(services, context, snapshot, model);
      if (!call.granted.has('view')) return undefined;
      return database.withTenant(context.tenantId, (db) => readRecord({ call, db }, id, accessOf(call)));
    },
  };
}
