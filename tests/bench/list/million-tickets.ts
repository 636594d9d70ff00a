import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import { progress } from '../harness/bench.ts';
import { ROWS, TENANT } from './million-rows.ts';

const TABLE = 'data."workTicket"';
const DONE = ['closed', 'terminated', 'expired', 'cancelled'];

/** What a copied ticket has of its own, as SQL over `g` (its number), `t` (its model) and `p` (the tenant's people). */
const OWN: Readonly<Record<string, string>> = {
  id: '(5000000000000000000 + g)::text',
  ticketNo: `left(t."ticketNo", 2) || to_char(s.start, 'YYYYMMDD') || '-' || lpad(g::text, 7, '0')`,
  createUser: 'p.users[1 + g % p.people]',
  applyUserId: 'p.users[1 + g % p.people]',
  createDept: 'p.homes[1 + g % p.people]',
  applyDeptId: 'p.homes[1 + g % p.people]',
  territoryDeptId: 'p.depts[1 + g * 31 % p.departments]',
  workDeptId: `case when t."workDeptId" is not null then p.homes[1 + g * 17 % p.people] end`,
  chargerId: 'p.users[1 + g * 17 % p.people]',
  brieferId: 'p.users[1 + g * 23 % p.people]',
  shiftLeaderId: 'p.users[1 + g * 29 % p.people]',
  guardianIds: 'array[p.users[1 + g * 37 % p.people]]',
  personIds: 'array[p.users[1 + g * 41 % p.people], p.users[1 + g * 43 % p.people]]',
  confirmerIds: 'array[p.users[1 + g * 47 % p.people]]',
  areaId: 'p.areas[1 + g * 13 % p.grounds]',
  location: `'第' || (1 + g % 40) || '装置' || coalesce(t.location, '')`,
  planStartTime: 's.start',
  planEndTime: `s.start + (t."planEndTime" - t."planStartTime")`,
  applyTime: `s.start - interval '1 day'`,
  createTime: `s.start - interval '25 hours'`,
  updateTime: `s.start + interval '8 hours'`,
};

/**
 * Fills the table of work tickets to a million rows in SQL, in the shape in which the product stored those of the demo
 * plant: each copies one of them, of which one in 33 is under way, with people, departments and areas of its own; they come in
 * as they are planned, over five years, some up to a month later than their neighbours.
 * @param url address of the superuser, who is above row-level security.
 */
export async function fillTickets(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await seeded(client);
    progress(`正在写入 ${ROWS} 张作业票 …`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid = '${TABLE}'::regclass
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('set session_replication_role = replica');
    const { rows: columns } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = '${TABLE}'::regclass and attnum > 0 and not attisdropped order by attnum`,
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => OWN[name] ?? `t.${quoteIdentifier(name)}`);
    await client.query(
      `insert into ${TABLE} (${names.map(quoteIdentifier).join(', ')})
       with models as (
         select w.*, w.status = any($3) as done,
           row_number() over (partition by w.status = any($3) order by w.id) - 1 as place,
           count(*) over (partition by w.status = any($3)) as fellows
         from ${TABLE} w where w."tenantId" = $1 and w."isDeleted" = 0),
       people as materialized (
         select a.*, cardinality(users) as people, cardinality(depts) as departments, cardinality(areas) as grounds from (
           select array(select id from data."user" where "tenantId" = $1 and cardinality(dept) > 0 order by id) as users,
             array(select dept[1] from data."user" where "tenantId" = $1 and cardinality(dept) > 0 order by id) as homes,
             array(select id from data.dept where "tenantId" = $1 order by id) as depts,
             array(select id from data."riskArea" where "tenantId" = $1 order by id) as areas) a)
       select ${values.join(', ')}
       from generate_series(1, $2::bigint) g
         cross join people p
         cross join lateral (
           select date_trunc('minute', now()) + interval '1 day'
             - ($2 - g + g * 7919 % 20000) * interval '2 minutes 37 seconds' as start) s
         join models t on t.done = (g % 33 <> 0) and t.place = g * 31 % t.fellows`,
      [TENANT, ROWS, DONE],
    );
    progress('正在重建索引 …');
    for (const { definition } of indexes) await client.query(definition);
    await client.query(`vacuum (analyze) ${TABLE}`);
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${TABLE}`);
    if ((rows[0]?.count ?? 0) < ROWS) throw new Error(`只写入了 ${rows[0]?.count} 张作业票`);
  } finally {
    await client.end();
  }
}

/** The demo plant writes its tickets after the start; done once their number stands still at a plant's worth. */
async function seeded(client: pg.Client): Promise<void> {
  progress('等待演示工厂的作业票 …');
  const deadline = Date.now() + 600_000;
  let before = -1;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${TABLE}`);
    const count = rows[0]?.count ?? 0;
    if (count >= 60 && count === before) return;
    if (Date.now() > deadline) throw new Error(`演示工厂只写入了 ${count} 张作业票`);
    before = count;
    await sleep(2_000);
  }
}
