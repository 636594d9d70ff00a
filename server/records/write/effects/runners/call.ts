import { type CallStep, verb } from '../../../../../src/core/effects/verbs/call.ts';
import { plainValue } from '../../../../../src/core/expression/index.ts';
import { evaluateOver, type RecordEnvironment } from '../../../../../src/core/validation/record-environment.ts';
import { withCall } from '../../../call/entity-call.ts';
import { prepareEnvironment } from '../../../call/prepare-environment.ts';
import { readRowsOf } from '../../../call/read-rows.ts';
import type { Row } from '../../../call/record-row.ts';
import { defineRunner, type RunningEffect } from '../effect-runner.ts';

/** Leaves one message for each target in the outbox, in the transaction of the write. */
export const runner = defineRunner(verb, async (running) => {
  const { tx, effect, subject, record, environment } = running;
  const { connector, send, answer } = effect.step;
  const bodies =
    effect.target.kind === 'each'
      ? await bodiesOfEach(running)
      : [{ targetId: String(record.id), body: bodyOf(send, record, environment) }];
  const { call } = tx;
  await call.services.parts.outgoing.leave(withCall(tx, { ...call, model: subject }), {
    connector,
    effect: effect.key,
    recordId: String(record.id),
    record,
    answer,
    bodies,
  });
  return [];
});

/** What is said about each record of `each`, oldest first; `parent` and `outer` are the record whose write it is. */
async function bodiesOfEach({ tx, effect, subject, record, environment, targets }: RunningEffect<CallStep>) {
  const { send } = effect.step;
  const { model } = tx.call;
  const rows = targets.length === 0 ? [] : await readRowsOf(tx, model, { ids: targets });
  const others = { ...environment.others, parent: record, outer: record };
  const beside = { parent: subject, outer: subject };
  const bodies: { targetId: string; body: Row }[] = [];
  for (const row of rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))) {
    const around = await prepareEnvironment(tx, row, { others, beside, expressions: Object.values(send) });
    bodies.push({ targetId: String(row.id), body: bodyOf(send, row, around) });
  }
  return bodies;
}

function bodyOf(send: CallStep['send'], record: Row, environment: RecordEnvironment): Row {
  return Object.fromEntries(
    Object.entries(send).map(([key, expression]) => [key, plainValue(evaluateOver(expression, record, environment))]),
  );
}
