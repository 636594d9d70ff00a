import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { asAlias, isSealed } from '../call/author.ts';
import { withCall } from '../call/entity-call.ts';
import { sealText } from '../call/envelope.ts';
import { recordEnvironment } from '../call/environment.ts';
import type { EntityCall, Tx } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import type {} from './sealed-author-table.ts';

/** What an envelope belongs to. */
export function sealedAbout({ context, model }: EntityCall, recordId: string): string {
  return JSON.stringify([context.tenantId, model.id, recordId]);
}

/** Whether a record is anonymous by what it says. */
function isAnonymous(model: EntityModel, values: Row, environment: RecordEnvironment): boolean {
  const when = model.anonymous?.when;
  return when !== undefined && holds(when, values, environment);
}

/**
 * A new record that is anonymous, before it is stored: who writes it and the fields that `hide` names go into an envelope
 * under the tenant's key, and from here on the call is his pseudonym's, so that nothing that follows from the record can
 * note him. Others are given back as they are.
 */
export async function sealAuthor(tx: Tx, id: string, values: Row): Promise<{ readonly tx: Tx; readonly values: Row }> {
  const { call, db } = tx;
  const { model } = call;
  const { caller } = call.context;
  if (model.anonymous === undefined || caller.alias === undefined) return { tx, values };
  if (!isAnonymous(model, values, recordEnvironment(call))) return { tx, values };
  const hidden = Object.fromEntries(model.anonymous.hide.map((key) => [key, values[key] ?? null]));
  const author = {
    userId: caller.behind ?? caller.userId,
    deptId: typeof values.createDept === 'string' ? values.createDept : null,
    fields: hidden,
  };
  const { tenantId } = call.context;
  const key = call.services.keys.key('author', tenantId);
  const envelope = sealText(key, JSON.stringify(author), sealedAbout(call, id));
  await touched(
    db,
    platform.insertInto('sealedAuthor').values({ tenantId, entityId: model.id, recordId: id, envelope }),
  );
  const cleared = Object.fromEntries(model.anonymous.hide.map((name) => [name, null]));
  const acting = asAlias(call);
  return {
    tx: withCall(tx, acting),
    values: { ...values, ...cleared, createUser: caller.alias, createDept: null },
  };
}

/**
 * Whether a stored record is anonymous is settled: the log would name who wrote it openly before, and who asked for
 * anonymity must not lose it by anybody's change.
 */
export function anonymityFaults(
  model: EntityModel,
  values: Row,
  before: Row,
  environment: RecordEnvironment,
): WireFault[] {
  if (model.anonymous === undefined || isAnonymous(model, values, environment) === isSealed(before)) return [];
  const key = model.anonymous.when?.references[0] ?? '';
  const title = model.field.get(key)?.title ?? say('匿名');
  return [{ pointer: fieldPointer(key), msg: say('{field}在首次保存时确定，不能再改变是否匿名', { field: title }) }];
}

/** Faults without those of sealed fields: what these hold was judged when it was sealed, and their columns are empty. */
export function withoutSealedFaults(
  model: EntityModel,
  before: Row | undefined,
  faults: readonly WireFault[],
): readonly WireFault[] {
  const hide = model.anonymous?.hide ?? [];
  if (hide.length === 0 || before === undefined || !isSealed(before)) return faults;
  return faults.filter(({ pointer }) => !hide.includes(pointer.split('/')[1] ?? ''));
}

/** A body for a sealed record without the fields that are sealed: what was shown for them is not what they hold. */
export function withoutSealed(model: EntityModel, body: Row, stored: Row): Row {
  const hide = model.anonymous?.hide ?? [];
  if (hide.length === 0 || !isSealed(stored)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !hide.includes(key)));
}
