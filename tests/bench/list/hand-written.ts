// The list route as one writes it by hand, in a process of its own: `node hand-written.ts` with DATABASE_URL and
// ANLAN_JWT_SECRET; prints its address. Fastify, pg, one prepared statement for each form of the list, the same token
// check as the product's, the same answer.
import { createVerifier } from 'fast-jwt';
import fastify from 'fastify';
import pg from 'pg';
import { registerHandCalls } from './hand-calls.ts';

const TENANT = '645967';
const SESSION_KNOWN_FOR = 1_000;
const CAP = 10_000;
const KINDS: Readonly<Record<string, string>> = { '1': '甲类', '2': '乙类', '3': '丙类', '4': '丁类' };
const asText = (text: string) => text;
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1700: Number,
  1082: asText,
  1184: asText,
};

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 16,
  options: `-c TimeZone=UTC -c anlan.tenant=${TENANT}`,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig,
});
const verify = createVerifier({
  algorithms: ['HS256'],
  key: process.env.ANLAN_JWT_SECRET ?? '',
  allowedIss: 'anlan',
});
const client = `Basic ${Buffer.from('anlan:anlan_secret').toString('base64')}`;

const sessions = new Map<string, { readonly at: number; readonly alive: Promise<boolean> }>();

function isAlive(session: string): Promise<boolean> {
  const known = sessions.get(session);
  if (known !== undefined && performance.now() - known.at < SESSION_KNOWN_FOR) return known.alive;
  const alive = pool
    .query({
      name: 'session',
      text: `select 1 from data.session s join data."user" u on u."tenantId" = s."tenantId" and u.id = s."userId"
             where s."tenantId" = $1 and s.id = $2 and s.status = '1' and s."isDeleted" = 0 and s."expireTime" > now()
               and u."isDeleted" = 0 and u.status <> '0'`,
      values: [TENANT, session],
    })
    .then(({ rowCount }) => rowCount === 1);
  sessions.set(session, { at: performance.now(), alive });
  return alive;
}

interface Query {
  readonly current?: string;
  readonly size?: string;
  readonly kind?: string;
  readonly startHappenDate?: string;
  readonly endHappenDate?: string;
}

const COLUMNS = `t.code, t.name, t.kind,
  t."deptId", (select d."deptName" from data.dept d where d."tenantId" = t."tenantId" and d.id = t."deptId") as "deptIdLabel",
  t."ownerId", (select u."realName" from data."user" u where u."tenantId" = t."tenantId" and u.id = t."ownerId") as "ownerIdLabel",
  t.amount, t."happenDate", t.place, t.id, t."tenantId", t.version, t."createUser",
  (select u."realName" from data."user" u where u."tenantId" = t."tenantId" and u.id = t."createUser") as "createUserLabel",
  t."createDept",
  (select d."deptName" from data.dept d where d."tenantId" = t."tenantId" and d.id = t."createDept") as "createDeptLabel",
  to_char(t."createTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "createTime", t."updateUser",
  (select u."realName" from data."user" u where u."tenantId" = t."tenantId" and u.id = t."updateUser") as "updateUserLabel",
  t."updateTime"`;

function statement(condition: string): string {
  const rows = `from data."benchRecord" t where t."tenantId" = $1 and t."isDeleted" = 0${condition}`;
  return `select ${COLUMNS}, (select count(*) from (select 1 ${rows} limit ${CAP + 1}) c) as total
          ${rows} order by t."happenDate" desc nulls last, t.id desc nulls last limit $2 offset $3`;
}

const PLAIN = statement('');
const FILTERED = statement(
  ' and t.kind = any($4::text[]) and t."happenDate" >= $5::date and t."happenDate" <= $6::date',
);

const abilities = { view: true, edit: true, delete: true };

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const numberOrNull = { type: ['number', 'null'] };
const yes = { type: 'boolean' };
const TEXTS = ['code', 'name', 'kind', 'deptId', 'deptIdLabel', 'ownerId', 'ownerIdLabel'];
const ACTORS = ['createUser', 'createUserLabel', 'createDept', 'createDeptLabel', 'createTime'];
const UPDATES = ['updateUser', 'updateUserLabel', 'updateTime'];
const nullable = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, textOrNull]));

// Fastify serialises by it faster than JSON.stringify does.
const answer = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    success: yes,
    data: {
      type: 'object',
      properties: {
        records: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              ...nullable(TEXTS),
              amount: numberOrNull,
              ...nullable(['happenDate', 'place', 'id', 'tenantId']),
              version: { type: 'integer' },
              ...nullable([...ACTORS, ...UPDATES]),
              kindLabel: textOrNull,
              abilities: { type: 'object', properties: { view: yes, edit: yes, delete: yes } },
            },
          },
        },
        total: { type: 'integer' },
        totalCapped: yes,
        size: { type: 'integer' },
        current: { type: 'integer' },
        pages: { type: 'integer' },
      },
    },
    msg: text,
  },
};

const app = fastify();
const route = { schema: { response: { 200: answer } } };
// As a hook one asks it before each route.
app.addHook('onRequest', async ({ headers }, reply) => {
  const { authorization, 'tenant-id': tenant, 'anlan-auth': token } = headers;
  if (authorization !== client || tenant !== TENANT || typeof token !== 'string') return reply.code(401).send();
  let session: string;
  try {
    session = (verify(token.replace(/^bearer /, '')) as { sid: string }).sid;
  } catch {
    return reply.code(401).send();
  }
  if (!(await isAlive(session))) return reply.code(401).send();
});
registerHandCalls(app, pool, { tenant: TENANT, columns: COLUMNS });
app.get<{ Querystring: Query }>('/api/anlan-safety/bench/record/page', route, async (request, reply) => {
  const { kind, startHappenDate, endHappenDate } = request.query;
  const current = Number(request.query.current ?? 1);
  const size = Number(request.query.size ?? 20);
  const paging = [TENANT, size, (current - 1) * size];
  const { rows } = await pool.query<Record<string, unknown> & { total: number }>(
    kind === undefined
      ? { name: 'plain', text: PLAIN, values: paging }
      : { name: 'filtered', text: FILTERED, values: [...paging, kind.split(','), startHappenDate, endHappenDate] },
  );
  const counted = Number(rows[0]?.total ?? 0);
  const total = Math.min(counted, CAP);
  const records = rows.map(({ total: _, ...row }) => ({
    ...row,
    kindLabel: typeof row.kind === 'string' ? KINDS[row.kind] : null,
    abilities,
  }));
  const data = {
    records,
    total,
    ...(counted > CAP ? { totalCapped: true } : {}),
    size,
    current,
    pages: Math.ceil(total / size),
  };
  return reply.send({ code: 200, success: true, data, msg: '操作成功' });
});

process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
