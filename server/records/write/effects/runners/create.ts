import { verb } from '../../../../../src/core/effects/verbs/create.ts';
import type { CreateStep, EntityModel } from '../../../../../src/core/model/entity-model.ts';
import type { RecordEnvironment } from '../../../../../src/core/validation/record-environment.ts';
import { isRecordId } from '../../../../../src/core/validation/text-checks.ts';
import { withBehind } from '../../../call/environment.ts';
import type { NewRow } from '../../../call/ports.ts';
import { seesCounts } from '../../../call/sees-counts.ts';
import { inBatch } from '../../../call/write-batch.ts';
import { copyUploads } from '../../copy-uploads.ts';
import { copiedRecord } from '../copied-record.ts';
import { defineRunner, type RunningEffect } from '../effect-runner.ts';
import { effectValues } from '../effect-values.ts';
import { drawnRows, type LibraryRow } from '../library-rows.ts';

/** Saves one record, or one for each row that is taken of the library; several share what they ask the database. */
export const runner = defineRunner(verb, async (running) => {
  const { tx, effect } = running;
  const { library } = effect.step;
  const rows = library === undefined ? [undefined] : await drawnRows(running, library);
  if (rows.length < 2 || tx.batch !== undefined) return createAll(running, rows);
  return inBatch((batch) => createAll({ ...running, tx: { ...tx, batch } }, rows));
});

/** Saves a record for each row that was taken; gives their ids. */
async function createAll(
  running: RunningEffect<CreateStep>,
  rows: readonly (LibraryRow | undefined)[],
): Promise<readonly string[]> {
  const { tx, effect, record } = running;
  const { call } = tx;
  const { step } = effect;
  const made: NewRow[] = [];
  const seen = await seenBehind(running, rows);
  for (const taken of rows) {
    const newId = call.services.ids.next();
    const begun = step.copy === undefined ? {} : await copiedRecord(running, step.copy);
    const values = { ...begun, ...effectValues(step.values, call.model, record, seenWith(seen, taken)) };
    made.push({ newId, body: await copyUploads(tx, newId, values, {}, Object.keys(values)) });
  }
  const together = made.length > 1 && !seesCounts(call) ? belowOne(call.model, made) : undefined;
  if (together !== undefined) await tx.verbs.saveBelow(tx, together, made);
  else for (const { body, newId } of made) await tx.verbs.save(tx, body, { newId });
  return made.map(({ newId }) => newId);
}

/** Id of the one record below which all rows are made; undefined where there is none. */
function belowOne({ parent }: EntityModel, rows: readonly NewRow[]): string | undefined {
  const above = new Set(rows.map(({ body }) => (parent === undefined ? undefined : body[parent.field])));
  const [id] = above;
  return above.size === 1 && isRecordId(id) ? id : undefined;
}

/** What values see behind the references of the rows that were taken, and of the children for which they were. */
async function seenBehind(
  { tx, effect: { step }, environment }: RunningEffect<CreateStep>,
  taken: readonly (LibraryRow | undefined)[],
): Promise<RecordEnvironment> {
  const { entities } = tx.call.snapshot;
  const model = entities.get(step.library?.entity ?? '');
  if (model === undefined) return environment;
  const child = entities.get(step.library?.over ?? '');
  const rows = taken.flatMap((one) => (one === undefined ? [] : [one.row]));
  const over = taken.flatMap((one) => (one?.over === undefined ? [] : [one.over]));
  return withBehind(tx, environment, Object.values(step.values), [
    { name: 'row', model, rows },
    ...(child === undefined ? [] : [{ name: 'over', model: child, rows: over }]),
  ]);
}

/** What values see: the row that was taken as `row`, and the child for which it was as `over`. */
function seenWith(environment: RecordEnvironment, taken: LibraryRow | undefined): RecordEnvironment {
  if (taken === undefined) return environment;
  const { row, over } = taken;
  return { ...environment, row, others: { ...environment.others, ...(over === undefined ? {} : { over }) } };
}
