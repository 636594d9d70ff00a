import { verb } from '../../../../../src/core/effects/verbs/create.ts';
import type { RecordEnvironment } from '../../../../../src/core/validation/record-environment.ts';
import { copyUploads } from '../../copy-uploads.ts';
import { defineRunner } from '../effect-runner.ts';
import { effectValues } from '../effect-values.ts';
import { drawnRows, type LibraryRow } from '../library-rows.ts';

/** Saves one record, or one for each row that is taken of the library. */
export const runner = defineRunner(verb, async (running) => {
  const { tx, effect, record, environment } = running;
  const { call } = tx;
  const { step } = effect;
  const ids: string[] = [];
  const rows = step.library === undefined ? [undefined] : await drawnRows(running, step.library);
  for (const taken of rows) {
    const newId = call.services.ids.next();
    const values = effectValues(step.values, call.model, record, seenWith(environment, taken));
    const body = await copyUploads(tx, newId, values, {}, Object.keys(values));
    ids.push(await tx.verbs.save(tx, body, { newId }));
  }
  return ids;
});

/** What values see: the row that was taken as `row`, and the child for which it was as `over`. */
function seenWith(environment: RecordEnvironment, taken: LibraryRow | undefined): RecordEnvironment {
  if (taken === undefined) return environment;
  const { row, over } = taken;
  return { ...environment, row, others: { ...environment.others, ...(over === undefined ? {} : { over }) } };
}
