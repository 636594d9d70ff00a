import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';
import type { FlowRecord, LevelTimers, Reading, Tx } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { followsClock, recordExpressions } from './record-expressions.ts';
import { armTimer, dropOtherStates, dropTimer, type TimerKey } from './timer-rows.ts';

/** Whether any state of the entity has timers. */
function hasStateTimers(model: EntityModel): boolean {
  return Object.values(model.states).some(({ source }) => source.timers !== undefined);
}

/** Scope of the timers of a state; states keep their ids when they are renamed. */
export function stateScope(model: EntityModel, status: string | null): string {
  const state = status === null ? undefined : model.states[status];
  return state === undefined ? 'state:' : `state:${state.id}`;
}

/** Scope of the timers of an approval level. */
export function levelScope(requestId: string, level: string): string {
  return `level:${requestId}:${level}`;
}

/** Arms the timers of a record's state and drops those of states it left. */
export async function armState(tx: Tx, record: FlowRecord): Promise<void> {
  const { model } = tx.call;
  if (!hasStateTimers(model)) return;
  const timers = (record.to === null ? undefined : model.states[record.to]?.source.timers) ?? {};
  const scope = stateScope(model, record.to);
  const of = { tenantId: record.tenantId, entityKey: model.key, recordId: record.id };
  const placed = await timersOfRows(tx, record.id, timers);
  await dropOtherStates(
    tx.db,
    of,
    scope,
    placed.map(({ key }) => key),
  );
  const plain = placed.filter(({ row }) => row === undefined).map(({ key, timer }) => [key, timer] as const);
  await armAll(tx, { ...of, scope }, record.values, Object.fromEntries(plain));
  for (const { key, timer, row } of placed) {
    if (row !== undefined) await armAll(tx, { ...of, scope }, record.values, { [key]: timer }, { row });
  }
}

/** A timer of a state, and the row below the record for which it is, where there is one for each. */
interface PlacedTimer {
  readonly key: string;
  readonly timer: Timer;
  readonly row: Row | undefined;
}

/** The timers of a state, those with `rows` once for each row that is there. */
async function timersOfRows(
  tx: Tx,
  recordId: string,
  timers: Readonly<Record<string, Timer>>,
): Promise<readonly PlacedTimer[]> {
  const placed: PlacedTimer[] = [];
  for (const [key, timer] of Object.entries(timers)) {
    const child = timer.rows === undefined ? undefined : tx.call.snapshot.entities.get(timer.rows);
    const field = child?.parent?.field;
    if (child === undefined || field === undefined) {
      if (timer.rows === undefined) placed.push({ key, timer, row: undefined });
      continue;
    }
    const rows = await readRowsOf(tx, child, { below: { field, id: recordId } });
    for (const row of rows) placed.push({ key: rowKey(key, String(row.id)), timer, row });
  }
  return placed;
}

/** Name of the timer of one row; keys of timers hold no colon. */
const rowKey = (key: string, rowId: string): string => `${key}:${rowId}`;

/** A timer's key in the file, and the row that it is for, where it is for one. */
export function keyInFile(key: string): readonly [key: string, rowId: string | undefined] {
  const colon = key.indexOf(':');
  return colon < 0 ? [key, undefined] : [key.slice(0, colon), key.slice(colon + 1)];
}

/** Whether any state of the entity has a timer for each row of a child entity. */
export function hasRowTimers(model: EntityModel, child: string): boolean {
  return Object.values(model.states).some(({ source }) =>
    Object.values(source.timers ?? {}).some(({ rows }) => rows === child),
  );
}

/** Arms the timers of an approval level. */
export async function armLevelTimers(tx: Tx, level: LevelTimers): Promise<void> {
  const { call } = tx;
  const of = {
    tenantId: call.context.tenantId,
    entityKey: call.model.key,
    recordId: level.recordId,
    scope: levelScope(level.requestId, level.level),
  };
  await armAll(tx, of, level.values, level.timers, { row: level.row, node: level.node, frozen: true });
}

async function armAll(
  tx: Reading,
  of: Omit<TimerKey, 'key'>,
  values: Row,
  timers: Readonly<Record<string, Timer>>,
  parts: { readonly row?: Row | undefined; readonly node?: Row | undefined; readonly frozen?: boolean } = {},
): Promise<void> {
  const { db } = tx;
  const entries = Object.entries(timers);
  if (entries.length === 0) return;
  const row = {
    ...(parts.row === undefined ? {} : { row: parts.row }),
    ...(parts.node === undefined ? {} : { node: parts.node }),
  };
  const sources = entries.map(([, { at }]) => at);
  const expressions = await recordExpressions(tx, values, sources, row);
  for (const [key, timer] of entries) {
    const due = expressions.evaluate(timer.at);
    const at = typeof due === 'string' ? instantOfWallClock(due, tx.call.snapshot.timeZone) : undefined;
    if (at === undefined) await dropTimer(db, { ...of, key });
    else {
      await armTimer(db, { ...of, key }, at, {
        // What counts from now counts from the entry: a save in between does not put it off.
        keep: followsClock(timer.at),
        ...(parts.frozen === true ? { definition: { timer, ...row } } : {}),
      });
    }
  }
}
