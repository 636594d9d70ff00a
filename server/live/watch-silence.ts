import { type SqlWorld, sqlEnvironment } from '../../src/compile/sql/record-sql.ts';
import { compileExpressionSql, quoteIdentifier, quoteText, renderSql, sql } from '../../src/core/expression/index.ts';
import type { SilenceModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';
import type { PointModel, PointReading } from './reading-store.ts';

/** Milliseconds after which a silence is looked at again, lest one that a setting shortens waits for the old one. */
const LOOK_AGAIN = 60_000;

/** Most points that are looked at in one run; the next one goes on. */
const MOST = 5_000;

/** Seconds of silence that the point allows, as SQL over its row `d`. */
function allowed(model: PointModel, silence: SilenceModel, world: SqlWorld) {
  return sql`(${compileExpressionSql(silence.after.node, sqlEnvironment(model, 'd', world))})::float8`;
}

/** Whether nothing is told of the point, as SQL over its row `d`. */
function suppressed(model: PointModel, world: SqlWorld) {
  const unless = model.readings.limits?.unless;
  if (unless === undefined) return sql`false`;
  return sql`coalesce(${compileExpressionSql(unless.node, sqlEnvironment(model, 'd', world))}, false)`;
}

const text = (value: string) => ({ value, type: 'text' }) as const;
const moment = (time: number) => sql`to_timestamp(${{ value: String(time), type: 'numeric' }}::float8 / 1000)`;

/**
 * Notes that points have given values: from now on their silence is watched, and what was silent is back. Nothing is
 * written for a point that is watched already, however many values it gives; a source that calls a point offline, and
 * values of long ago, say nothing of it.
 * @returns whether one that was silent is back
 */
export async function hearPoints(
  connection: Connection,
  model: PointModel,
  silence: SilenceModel,
  readings: readonly PointReading[],
  { world, now }: { readonly world: SqlWorld; readonly now: number },
): Promise<boolean> {
  const heard = new Map<string, number>();
  for (const { pointId, quality, time } of readings) {
    if (quality !== 'offline') heard.set(pointId, Math.max(time, heard.get(pointId) ?? 0));
  }
  if (heard.size === 0) return false;
  const tenant = text(connection.tenantId);
  const limit = text(silence.limit);
  const { text: query, values } = renderSql(sql`
    insert into platform."readingLimit" as r ("tenantId", "pointId", "limit", "entityKey", state, due)
    select ${tenant}, h.id, ${limit}, ${text(model.key)}, 'quiet',
      least(h.over, ${moment(now + LOOK_AGAIN)})
    from (
      select d.id, to_timestamp(s.time / 1000) + ${allowed(model, silence, world)} * interval '1 second' as over
      from unnest(${{ value: [...heard.keys()], type: 'text[]' }}::text[],
        ${{ value: [...heard.values()].map(String), type: 'numeric[]' }}::float8[]) s (id, time)
      join data.${quoteIdentifier(model.id)} d on d."tenantId" = ${tenant} and d.id = s.id
    ) h
    where h.over > ${moment(now)} and not exists (
      select from platform."readingLimit" k where k."tenantId" = ${tenant} and k."pointId" = h.id
        and k."limit" = ${limit} and k.state in ('quiet', 'leaving'))
    order by h.id
    on conflict ("tenantId", "pointId", "limit") do update
    set state = case r.state when 'raised' then 'leaving' else 'quiet' end,
      due = case r.state when 'raised' then ${moment(now)} else excluded.due end
    where r.state in ('waiting', 'raised')
    returning state`);
  const rows = await connection.query<{ state: string }>(query, values);
  return rows.some(({ state }) => state === 'leaving');
}

/**
 * Looks at the points whose silence may be over what they allow: it waits to be told of those that are silent, and goes on
 * for those that have given values since. One that takes none in its state, or is gone, is watched no more.
 */
export async function findSilent(
  connection: Connection,
  model: PointModel,
  silence: SilenceModel,
  { world, now }: { readonly world: SqlWorld; readonly now: number },
): Promise<void> {
  const { time, quality, states } = model.readings;
  const tenant = text(connection.tenantId);
  const limit = text(silence.limit);
  const takes = states === undefined ? 'true' : `d.status in (${states.map(quoteText).join(', ')})`;
  const { text: query, values } = renderSql(sql`
    with due as materialized (
      select "pointId" as id from platform."readingLimit"
      where "tenantId" = ${tenant} and "limit" = ${limit} and "entityKey" = ${text(model.key)}
        and state = 'quiet' and due <= ${moment(now)}
      order by due, "pointId" limit ${String(MOST)} for update skip locked
    ), seen as materialized (
      select d.id, d.${quoteIdentifier(quality.id)} = 'offline' as "isOff", ${suppressed(model, world)} as "isLeft",
        d.${quoteIdentifier(time.id)} + ${allowed(model, silence, world)} * interval '1 second' as over
      from due join data.${quoteIdentifier(model.id)} d
        on d."tenantId" = ${tenant} and d.id = due.id and d."isDeleted" = 0 and ${takes}
      where ${allowed(model, silence, world)} > 0
    ), gone as (
      delete from platform."readingLimit" r using due
      where r."tenantId" = ${tenant} and r."pointId" = due.id and r."limit" = ${limit}
        and not exists (select from seen where seen.id = due.id)
    )
    update platform."readingLimit" r
    set state = case when not seen."isLeft" and (seen."isOff" or seen.over <= ${moment(now)}) then 'waiting' else 'quiet' end,
      due = case when seen."isLeft" then ${moment(now + LOOK_AGAIN)}
        when seen."isOff" or seen.over <= ${moment(now)} then ${moment(now)}
        else least(seen.over, ${moment(now + LOOK_AGAIN)}) end
    from seen where r."tenantId" = ${tenant} and r."pointId" = seen.id and r."limit" = ${limit}`);
  await connection.execute(query, values);
}

/** Whether something may be told of a point: it takes values in its state, and is not suppressed. */
export async function isWatched(
  connection: Connection,
  model: PointModel,
  pointId: string,
  world: SqlWorld,
): Promise<boolean> {
  const { text: query, values } = renderSql(sql`
    select ${suppressed(model, world)} as "isLeft", d.status from data.${quoteIdentifier(model.id)} d
    where d."tenantId" = ${text(connection.tenantId)} and d.id = ${text(pointId)} and d."isDeleted" = 0`);
  const [found] = await connection.query<{ isLeft: boolean; status: string }>(query, values);
  const { states } = model.readings;
  return found !== undefined && !found.isLeft && (states === undefined || states.includes(found.status));
}
