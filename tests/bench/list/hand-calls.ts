import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { containing, SEARCH_FUNCTION, searchGrams } from '../../../src/compile/sql/search-text.ts';

/** What the routes share with the list's. */
interface HandCalls {
  readonly tenant: string;
  /** Columns of an answer, with their labels. */
  readonly columns: string;
}

const BASE = '/api/anlan-safety/bench/record';
let lastId = 0;
const nextId = (): string => {
  lastId += 1;
  return `hand${Date.now()}${lastId}`;
};

/**
 * Search, exact count, detail, create and update as one writes them by hand: one statement each, a write with its log
 * entry in one transaction. They check no field, right, rule or uniqueness; the index of the search is the product's.
 */
export function registerHandCalls(app: FastifyInstance, pool: Pool, { tenant, columns }: HandCalls): void {
  const send = (data: unknown) => ({ code: 200, success: true, data, msg: '操作成功' });
  const table = 'data."benchRecord" t';

  app.get<{ Querystring: { name: string } }>(`${BASE}/search`, async ({ query: { name } }) => {
    const rows = `from ${table} where t."tenantId" = $1 and t."isDeleted" = 0
      and t.name ilike $2 and ${SEARCH_FUNCTION}(t.name) @> $3::text[]`;
    const { rows: records } = await pool.query(
      `select ${columns}, (select count(*) from (select 1 ${rows} limit 10001) c) as total
       ${rows} order by t."happenDate" desc nulls last, t.id desc nulls last limit 20`,
      [tenant, containing(name), searchGrams(name)],
    );
    return send({ records, total: records[0]?.total ?? 0, size: 20, current: 1, pages: 1 });
  });

  app.get<{ Querystring: { endHappenDate: string } }>(`${BASE}/count`, async ({ query: { endHappenDate } }) => {
    const { rows } = await pool.query({
      name: 'count',
      text: `select count(*) as total from ${table} where t."tenantId" = $1 and t."isDeleted" = 0 and t."happenDate" <= $2::date`,
      values: [tenant, endHappenDate],
    });
    return send(rows[0]);
  });

  app.get<{ Querystring: { id: string } }>(`${BASE}/detail`, async ({ query: { id } }) => {
    const { rows } = await pool.query({
      name: 'detail',
      text: `select ${columns}, t.remark from ${table} where t."tenantId" = $1 and t.id = $2 and t."isDeleted" = 0`,
      values: [tenant, id],
    });
    return send(rows[0]);
  });

  interface Body {
    readonly id?: string;
    readonly version?: number;
    readonly code?: string;
    readonly name?: string;
    readonly kind?: string;
    readonly amount?: number;
  }
  app.post<{ Body: Body }>(`${BASE}/save`, async ({ body, ip }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const id = body.id ?? nextId();
      const { rows } =
        body.id === undefined
          ? await client.query(
              `insert into data."benchRecord" (id, "tenantId", "createTime", code, name, kind, amount)
               values ($1, $2, now(), $3, $4, $5, $6) returning *`,
              [id, tenant, body.code, body.name, body.kind, body.amount],
            )
          : await client.query(
              `update data."benchRecord" set amount = $3, version = version + 1, "updateTime" = now()
               where "tenantId" = $1 and id = $2 and version = $4 returning *`,
              [tenant, id, body.amount, body.version],
            );
      if (rows.length === 0) throw new Error('stale');
      await client.query(
        `insert into data."auditLog" (id, "tenantId", "createTime", time, "entityKey", "recordId", "recordTitle", action, ip, changes)
         values ($1, $2, now(), now(), 'benchRecord', $3, $4, $5, $6, $7::jsonb)`,
        [nextId(), tenant, id, rows[0].name, body.id === undefined ? 'insert' : 'update', ip, JSON.stringify([])],
      );
      await client.query('commit');
      return send(rows[0]);
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}
