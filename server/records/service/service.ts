import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { swollenFaults } from '../../../src/core/validation/body-keys.ts';
import { WRITING_KINDS } from '../../../src/core/wire/operations.ts';
import type { CallContext } from '../../ground/context.ts';
import type { BoundOperation, MetadataSnapshot } from '../../metadata/snapshot.ts';
import { createEntityCall } from '../call/entity-call.ts';
import type { EntityCall, EntityServices } from '../call/ports.ts';
import { pageOf } from '../list/list.ts';
import { logRefusedWrite } from '../write/log-refusal.ts';
import { sayingWhatSleeps } from './asleep.ts';
import type { CallArguments, Handlers } from './handler.ts';
import { createInternalService, type InternalService } from './internal-service.ts';

/** The generic service behind all entities. */
export interface EntityService extends InternalService {
  /** Serves one call of the operations table; gives `data` of the answer. */
  execute(
    context: CallContext,
    snapshot: MetadataSnapshot,
    bound: BoundOperation,
    args: CallArguments,
  ): Promise<unknown>;
}

/** Creates the service over database, metadata and files, with a handler for each kind of call. */
export function createEntityService(services: EntityServices, handlers: Handlers<unknown>): EntityService {
  return {
    ...createInternalService(services),
    execute: (context, snapshot, bound, args) =>
      sayingWhatSleeps(async () => {
        const { entity: model, operation } = bound;
        const page = operation.kind === 'select' ? undefined : pageOf(args.query);
        const call = createEntityCall(services, context, snapshot, model, page === undefined ? {} : { page });
        await refuseSwollen(call, operation, args);
        return handlers[operation.kind](call, bound, args);
      }),
  };
}

async function refuseSwollen(call: EntityCall, operation: OperationModel, { body }: CallArguments): Promise<void> {
  const faults = swollenFaults(call.model, body);
  if (faults.length === 0) return;
  const refusal = invalidInput(faults);
  if (WRITING_KINDS.has(operation.kind)) await logRefusedWrite(call, operation, [], refusal);
  throw refusal;
}
