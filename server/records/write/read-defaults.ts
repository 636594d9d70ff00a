import { behindDefaults } from '../../../src/core/model/behind-defaults.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { computeRecord } from '../../../src/core/validation/compute-record.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { checkReferences } from '../read/check-references.ts';
import { fillDefaults, unstored } from './new-record.ts';
import { readPatch } from './read-body.ts';

/** Id of what is not stored: no record refers to it, where many may refer to nothing. */
const NO_RECORD = '-';

/**
 * Values that a new record would be given for what it refers to, and results over other records: what its form cannot know
 * by itself. Only fields that the person may fill in, and results that he may read, are told, and nothing that follows
 * from a record that he could not have chosen.
 */
export async function readDefaults(call: EntityCall, _: OperationModel, args: Row): Promise<Row> {
  requireAction(call, 'add');
  const { model, context, services } = call;
  const { fields, inputs } = behindDefaults(model.fields);
  // A form is asked for while it is filled in: what is wrong in it is told when it is saved.
  const { values } = readPatch(call, args, undefined);
  const entered = Object.entries(values).filter(([key, value]) => inputs.includes(key) && value !== null);
  return services.database.withTenant(context.tenantId, async (db) => {
    const tx = { call, db };
    const mentioned = model.fields.filter(({ key }) => entered.some(([name]) => name === key));
    const origin = { given: new Set(entered.map(([key]) => key)) };
    const faults = await checkReferences(tx, mentioned, Object.fromEntries(entered), origin);
    const given = Object.fromEntries(
      entered.filter(([key]) => faults.every(({ pointer }) => pointer !== fieldPointer(key))),
    );
    const { full, environment } = await fillDefaults(
      tx,
      { ...unstored(call, model.initialState ?? null), id: NO_RECORD },
      given,
    );
    const computed = computeRecord(model, full, environment);
    const told = fields.filter((field) => {
      const access = call.fieldRights.access(field, model.initialState);
      return field.computed ? access !== 'hidden' : !Object.hasOwn(given, field.key) && access === 'write';
    });
    return Object.fromEntries(told.map(({ key, computed: result }) => [key, (result ? computed : full)[key] ?? null]));
  });
}
