import { verb } from '../../../../../src/core/effects/verbs/create.ts';
import type { CreateStep } from '../../../../../src/core/model/entity-model.ts';
import { holds } from '../../../../../src/core/validation/record-environment.ts';
import { withCall } from '../../../call/entity-call.ts';
import { prepareEnvironment } from '../../../call/prepare-environment.ts';
import { readRowsOf } from '../../../call/read-rows.ts';
import type { Row } from '../../../call/record-row.ts';
import { copyUploads } from '../../copy-uploads.ts';
import { defineRunner, type RunningEffect } from '../effect-runner.ts';
import { effectValues } from '../effect-values.ts';

/** Saves one record, or one for each row that is taken of the library. */
export const runner = defineRunner(verb, async (running) => {
  const { tx, effect, record, environment } = running;
  const { call } = tx;
  const { step } = effect;
  const ids: string[] = [];
  for (const row of step.library === undefined ? [undefined] : await libraryRows(running, step.library)) {
    const over = row === undefined ? environment : { ...environment, row };
    const newId = call.services.ids.next();
    const values = effectValues(step.values, call.model, record, over);
    const body = await copyUploads(tx, newId, values, {}, Object.keys(values));
    ids.push(await tx.verbs.save(tx, body, { newId }));
  }
  return ids;
});

async function libraryRows(
  { tx, record, environment }: RunningEffect<CreateStep>,
  { entity, where }: NonNullable<CreateStep['library']>,
): Promise<Row[]> {
  const { call } = tx;
  const model = call.snapshot.entities.get(entity);
  if (model === undefined) return [];
  const rows = await readRowsOf(tx, model);
  if (where === undefined) return rows;
  const others = { ...environment.others, record, parent: record, outer: record };
  const found: Row[] = [];
  for (const row of rows) {
    const over = await prepareEnvironment(withCall(tx, { ...call, model }), row, { others, expressions: [where] });
    if (holds(where, row, over)) found.push(row);
  }
  return found;
}
