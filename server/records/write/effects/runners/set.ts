import { verb } from '../../../../../src/core/effects/verbs/set.ts';
import { withDerived } from '../../../call/area-rules.ts';
import { asksExists, prepareEnvironment } from '../../../call/prepare-environment.ts';
import type { Row } from '../../../call/record-row.ts';
import { lockAboveRow } from '../../../read/child-call.ts';
import { lockRecord } from '../../../read/read-record.ts';
import { checkRecord, settleFiles, settleRecord } from '../../check-record.ts';
import { copyUploads } from '../../copy-uploads.ts';
import { updateRecord } from '../../write-row.ts';
import { defineRunner, type RunningEffect } from '../effect-runner.ts';
import { effectValues } from '../effect-values.ts';

/** Writes fields of each target as the platform; types and references are checked, and what follows a save follows. */
export const runner = defineRunner(verb, async (running) => {
  const { tx, effect, record, environment, targets } = running;
  for (const id of targets) {
    await setValues(running, id, effectValues(effect.step.values, tx.call.model, record, environment));
  }
  return [];
});

async function setValues({ tx, effect }: RunningEffect<unknown>, id: string, given: Row): Promise<void> {
  const { model } = tx.call;
  await lockAboveRow(tx, id);
  const stored = await lockRecord(tx, id);
  const set = await copyUploads(tx, id, given, stored.values, Object.keys(given));
  const record = { ...stored.values, ...set };
  let environment = await prepareEnvironment(tx, record, { stored: stored.values });
  const { values: settled } = settleRecord(model, record, new Set(), environment);
  const values = withDerived(tx.call, { record: settled, old: stored.values }, environment);
  if (asksExists(tx)) environment = await prepareEnvironment(tx, values, { stored: stored.values });
  const changed = model.fields.filter((field) => Object.hasOwn(given, field.key));
  await checkRecord(tx, { id, values, changed }, environment, 'types');
  if (!(await updateRecord(tx, stored, values, 'update'))) return;
  await settleFiles(tx, id, stored.values, values);
  // Of the record itself this is part of the write under way, whose effects do not run again.
  const following = effect.target.kind === 'self' ? { followed: true } : { saved: stored.values };
  await tx.verbs.follow(tx, { id, from: stored.status, values, before: stored.values }, following);
}
