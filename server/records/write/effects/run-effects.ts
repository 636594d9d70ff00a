import type { EffectModel, TransitionModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { holds, type RecordValues } from '../../../../src/core/validation/record-environment.ts';
import { followingCall, withCall } from '../../call/entity-call.ts';
import type { Tx } from '../../call/ports.ts';
import { prepareEnvironment } from '../../call/prepare-environment.ts';
import type { Row } from '../../call/record-row.ts';
import { recordTitle } from '../../call/record-title.ts';
import { titledRow } from '../../call/titled-row.ts';
import { lockTargets } from '../../read/lock-targets.ts';
import { lockRecord } from '../../read/read-record.ts';
import { recordsWhere } from './records-where.ts';
import { effectRunners } from './runners.generated.ts';

/** The record whose write has effects. */
interface EffectSubject {
  readonly id: string;
  /** Values after the write. */
  readonly values: Row;
  /** Values before, for `old.x`; empty for a new record. */
  readonly stored: Row;
  /** What a transition proposed, for `row.x`. */
  readonly row?: RecordValues | undefined;
  readonly transition?: TransitionModel;
  /** What was done, for the log of what follows: the transition's title, or 保存. */
  readonly action: string;
}

/**
 * Runs effects in order, as the platform, in the transaction of the write that has them. Each sees the ids of what
 * those before it created as `created.<effect>`. Throws where one is refused, so that nothing of the write stays, and
 * where effects follow each other too deep.
 */
export async function runEffects(tx: Tx, effects: readonly EffectModel[], subject: EffectSubject): Promise<void> {
  const { call } = tx;
  const { model } = call;
  const title = recordTitle(call, await titledRow(tx, subject.values), subject.id);
  const cause = say('由{model}“{title}”的“{action}”触发', { model: model.title, title, action: subject.action });
  const created = new Map<string, readonly string[]>();
  let record: Row = { ...subject.values, id: subject.id };
  for (const effect of effects) {
    const ids = Object.fromEntries([...created].map(([key, [first]]) => [key, first ?? null]));
    const environment = await prepareEnvironment(tx, record, {
      stored: subject.stored,
      row: subject.row === undefined ? undefined : { ...subject.row },
      transition: subject.transition,
      others: { created: ids },
    });
    if (effect.when !== undefined && !holds(effect.when, record, environment)) continue;
    const target = call.snapshot.entities.get(effect.entity);
    if (target === undefined) continue;
    const acting = withCall(tx, followingCall(call, target, { cause }));
    const targets =
      effect.target.kind === 'each'
        ? await recordsWhere(tx, target, effect.target.where, record)
        : targetsOf(effect, subject.id, record, created);
    // By one statement for all: each of them would otherwise ask for itself whom it counts for.
    await lockTargets(acting, targets);
    const running = { tx: acting, effect, subject: model, record, environment, targets };
    created.set(effect.key, await effectRunners[effect.verb].run(running));
    if (effect.target.kind === 'self') record = (await lockRecord(acting, subject.id)).values;
  }
}

function targetsOf(
  { target }: EffectModel,
  self: string,
  record: Row,
  created: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (target.kind === 'self') return [self];
  if (target.kind === 'created') return created.get(target.effect) ?? [];
  const id = target.kind === 'field' ? record[target.field] : undefined;
  return typeof id === 'string' ? [id] : [];
}
