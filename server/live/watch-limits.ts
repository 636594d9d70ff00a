import { columnSql } from '../../src/compile/sql/column-sql.ts';
import { type SqlWorld, sqlEnvironment } from '../../src/compile/sql/record-sql.ts';
import {
  compileExpressionSql,
  quoteIdentifier,
  renderSql,
  type SqlEnvironment,
  type SqlFragment,
  sql,
} from '../../src/core/expression/index.ts';
import { QUALITIES } from '../../src/core/live/reading.ts';
import type { LimitsModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';
import type { PointModel, PointReading } from './reading-store.ts';
import { hearPoints } from './watch-silence.ts';

/** A value held against the limits of its point. */
interface JudgedReading {
  readonly pointId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Of each limit, in the order of the model: whether the value has passed it, and whether it is back within it. */
  readonly passed: readonly boolean[];
  readonly back: readonly boolean[];
  /** Seconds for which each has to be passed, and to be back. */
  readonly on: readonly number[];
  readonly off: readonly number[];
  /** Whether nothing is told of the point. */
  readonly suppressed: boolean;
}

/** A limit of a point that is passed, as its row holds it. */
interface LimitRow {
  readonly pointId: string;
  readonly limit: string;
  state: 'waiting' | 'raised' | 'leaving';
  due: number | null;
}

/**
 * Holds values that are about to be stored against the limits of their points, in the order in which they were measured,
 * and notes what is passed from when on. Values older than the newest of their point are past; bad ones say nothing.
 * @returns whether something may be due now or later
 */
export async function watchLimits(
  connection: Connection,
  model: PointModel,
  readings: readonly PointReading[],
  at: { readonly world: SqlWorld; readonly now: number },
): Promise<boolean> {
  const { limits } = model.readings;
  if (limits === undefined) return false;
  const isDue = await watchValues(connection, model, limits, readings, at.world);
  const { silence } = limits;
  const isBack = silence !== undefined && (await hearPoints(connection, model, silence, readings, at));
  return isDue || isBack;
}

async function watchValues(
  connection: Connection,
  model: PointModel,
  limits: LimitsModel,
  readings: readonly PointReading[],
  world: SqlWorld,
): Promise<boolean> {
  const good = readings.filter(({ quality, value }) => quality === 'good' && value !== null);
  if (good.length === 0) return false;
  const judged = await judge(connection, model, limits, good, world);
  const ids = [...new Set(judged.map(({ pointId }) => pointId))].sort();
  const before = await limitRows(connection, ids);
  const rows = new Map(before.map((row) => [keyOf(row), row]));
  const was = new Map(before.map((row) => [keyOf(row), JSON.stringify(row)]));
  for (const one of judged) {
    for (const [index, { limit }] of limits.of.entries()) {
      if (one.suppressed) suppress(rows, keyOf({ pointId: one.pointId, limit }));
      else
        step(rows, { pointId: one.pointId, limit }, one.time, {
          passed: one.passed[index] === true,
          back: one.back[index] === true,
          on: (one.on[index] ?? 0) * 1000,
          off: (one.off[index] ?? 0) * 1000,
        });
    }
  }
  const changed = [...rows.values()].filter((row) => was.get(keyOf(row)) !== JSON.stringify(row));
  const gone = before.filter((row) => !rows.has(keyOf(row)));
  await writeRows(connection, model.key, changed);
  await forgetRows(connection, gone);
  return [...rows.values()].some(({ due }) => due !== null);
}

const keyOf = ({ pointId, limit }: { readonly pointId: string; readonly limit: string }) => `${pointId} ${limit}`;

/** Of a point whose alarms are suppressed nothing begins; what was told before stays as it is. */
function suppress(rows: Map<string, LimitRow>, key: string): void {
  if (rows.get(key)?.state === 'waiting') rows.delete(key);
}

/** What a value says of one limit, with the milliseconds for which either has to hold. */
interface Said {
  readonly passed: boolean;
  readonly back: boolean;
  readonly on: number;
  readonly off: number;
}

/** What one value does to one limit. */
function step(
  rows: Map<string, LimitRow>,
  at: { readonly pointId: string; readonly limit: string },
  time: number,
  { passed, back, on, off }: Said,
): void {
  const row = rows.get(keyOf(at));
  if (row === undefined) {
    if (passed) rows.set(keyOf(at), { ...at, state: 'waiting', due: time + on });
  } else if (row.state === 'waiting') {
    // Shorter than the delay: nothing was told, so that nothing is taken back. What was due before this value is told.
    if (!passed && (row.due ?? time) > time) rows.delete(keyOf(at));
  } else if (row.state === 'raised') {
    if (back) Object.assign(row, { state: 'leaving', due: time + off });
  } else if (passed || (!back && (row.due ?? time) > time)) Object.assign(row, { state: 'raised', due: null });
}

async function judge(
  connection: Connection,
  model: PointModel,
  { of, delay, unless }: LimitsModel,
  readings: readonly PointReading[],
  world: SqlWorld,
): Promise<readonly JudgedReading[]> {
  const { value, time } = model.readings;
  const { tenantId } = connection;
  const columns = model.fields.flatMap((field) => {
    if (field.column === undefined || columnSql(field, 'p') === undefined) return [];
    const name = quoteIdentifier(field.id);
    return field === value ? [`s.value::${field.column.ddl} as ${name}`] : [`p.${name}`];
  });
  const environment: SqlEnvironment = {
    ...sqlEnvironment(model, 'd', world),
    // One look into the values' own key; what stands around a minute that long ago tells how it was then.
    rate: (minutes) => sql`(select round(((d.${quoteIdentifier(value.id)} - g.value) * 60000
        / (d."sentTime" - extract(epoch from g.time)::float8 * 1000))::numeric, 6)
      from platform.reading g where g."tenantId" = ${{ value: tenantId, type: 'text' }} and g."pointId" = d."sentId"
        and g.time <= to_timestamp(d."sentTime" / 1000) - interval '${String(minutes)} minutes'
        and g.time >= to_timestamp(d."sentTime" / 1000) - interval '${String(minutes * 2)} minutes'
        and g.quality = ${String(QUALITIES.indexOf('good'))} order by g.time desc limit 1)`,
  };
  const all = (part: 'when' | 'until'): SqlFragment =>
    of
      .map((limit): SqlFragment => sql`coalesce(${compileExpressionSql(limit[part].node, environment)}, false)`)
      .reduce((list, one) => sql`${list}, ${one}`);
  const usual = delay === undefined ? '0' : `d.${quoteIdentifier(delay.id)}`;
  const seconds = (part: 'when' | 'until', other: string): SqlFragment =>
    of
      .map(({ held }): SqlFragment => {
        const own = held[part];
        const fragment = own === undefined ? sql`${other}` : compileExpressionSql(own, environment);
        return sql`greatest(coalesce(${fragment}, 0), 0)::float8`;
      })
      .reduce((list, one) => sql`${list}, ${one}`);
  const list = (given: readonly unknown[], type: string) => sql`${{ value: given, type: type as 'text[]' }}`;
  const { text, values } = renderSql(sql`
    select d."sentId" as "pointId", d."sentTime" as time,
      array[${all('when')}] as passed, array[${all('until')}] as back,
      array[${seconds('when', usual)}] as "on", array[${seconds('until', '0')}] as off,
      ${unless === undefined ? sql`false` : sql`coalesce(${compileExpressionSql(unless.node, environment)}, false)`} as suppressed
    from (
      select s.id as "sentId", s.time as "sentTime",
        ${columns.join(', ')}
      from unnest(${list(
        readings.map(({ pointId }) => pointId),
        'text[]',
      )}::text[],
        ${list(
          readings.map((one) => one.time),
          'text[]',
        )}::float8[],
        ${list(
          readings.map((one) => one.value),
          'text[]',
        )}::float8[]) s (id, time, value)
      join data.${quoteIdentifier(model.id)} p on p."tenantId" = ${{ value: tenantId, type: 'text' }} and p.id = s.id
      where p.${quoteIdentifier(time.id)} is null
        or s.time >= extract(epoch from p.${quoteIdentifier(time.id)})::float8 * 1000
    ) d order by 1, 2`);
  return connection.query<JudgedReading>(text, values);
}

function limitRows(connection: Connection, ids: readonly string[]): Promise<LimitRow[]> {
  return connection.query<LimitRow>(
    `select "pointId", "limit", state, (extract(epoch from due) * 1000)::float8 as due from platform."readingLimit"
     where "tenantId" = $1 and "pointId" = any($2::text[]) and state <> 'quiet' order by "pointId", "limit" for update`,
    [connection.tenantId, ids],
    'limitRows',
  );
}

async function writeRows(connection: Connection, entityKey: string, rows: readonly LimitRow[]): Promise<void> {
  if (rows.length === 0) return;
  await connection.execute(
    `insert into platform."readingLimit" ("tenantId", "pointId", "limit", "entityKey", state, due)
     select $1, id, name, $2, state, to_timestamp(due / 1000) from unnest($3::text[], $4::text[], $5::text[], $6::float8[])
       r (id, name, state, due)
     on conflict ("tenantId", "pointId", "limit") do update set state = excluded.state, due = excluded.due`,
    [
      connection.tenantId,
      entityKey,
      rows.map(({ pointId }) => pointId),
      rows.map(({ limit }) => limit),
      rows.map(({ state }) => state),
      rows.map(({ due }) => due),
    ],
  );
}

async function forgetRows(connection: Connection, rows: readonly LimitRow[]): Promise<void> {
  if (rows.length === 0) return;
  await connection.execute(
    `delete from platform."readingLimit" r using unnest($2::text[], $3::text[]) g (id, name)
     where r."tenantId" = $1 and r."pointId" = g.id and r."limit" = g.name`,
    [connection.tenantId, rows.map(({ pointId }) => pointId), rows.map(({ limit }) => limit)],
  );
}
