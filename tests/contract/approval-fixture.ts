import { approvals } from '../../server/flow/approval/approvals.ts';
import type { Approving } from '../../server/flow/approval/approving.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { type WordedNotice, wordNotice } from '../../server/flow/notices/word-notice.ts';
import type { Notice, Parts } from '../../server/records/call/ports.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const text = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'input',
  type: 'string',
  ...more,
});

/** Tenant-made approval chain: small, its keys are the author's own. */
const chain: Entity = {
  dialect: 1,
  entity: 'chain',
  title: '审批链',
  label: 'caption',
  small: true,
  api: { service: 'safety', base: 'chain' },
  record: {
    type: 'object',
    required: ['caption'],
    properties: {
      caption: text('名称'),
      rank: { title: '次序', field: 'number', type: 'number', scale: 0 },
      kind: text('类别'),
      folk: {
        title: '人员',
        field: 'orgSelect',
        type: 'array',
        items: { type: 'string' },
        org: 'user',
        multiple: true,
      },
      office: { title: '角色', field: 'orgSelect', type: 'string', org: 'role' },
      manner: {
        title: '方式',
        field: 'select',
        type: 'string',
        options: {
          any: { title: '或签', order: 1 },
          all: { title: '会签', order: 2 },
          order: { title: '依次', order: 3 },
        },
      },
    },
  },
  pages: { chain: { title: '审批链', sort: ['rank'], grants: { boss: ['add', 'edit'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const levels = (who: string[], mode: 'any' | 'all' | 'order' | 'share', more: object = {}) => ({
  only: { title: '批', who: who.map((role) => ({ role })), mode, ...more },
});

const job: Entity = {
  dialect: 1,
  entity: 'job',
  title: '任务书',
  label: 'name',
  api: {
    service: 'safety',
    base: 'job',
    operations: {
      delayApprove: { call: 'POST delay-approve', does: 'vote', vote: 'delay' },
      todo: { call: 'GET todo', does: 'todo' },
      sendList: { call: 'GET send-list', does: 'sendList' },
    },
  },
  owners: { users: ['chief'] },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('名称'),
      grade: text('级别', { default: '0' }),
      chief: { title: '负责人', field: 'orgSelect', type: 'string', org: 'user', defaultFrom: 'me.userId' },
      deptId: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' },
      deadline: { title: '期限', field: 'date', type: 'string', format: 'date' },
      pass: text('证件号', { mask: 'idCard', maskInLists: true }),
      wish: { title: '申请期限', field: 'date', type: 'string', format: 'date' },
      delays: { title: '延期次数', field: 'number', type: 'number', scale: 0, default: 0 },
      blocked: text('受阻'),
      remark: text('备注'),
      secret: text('密级'),
    },
  },
  states: {
    draft: { title: '草稿', initial: true, draft: true },
    waiting: { title: '审批中' },
    open: { title: '进行中' },
    refused: { title: '已驳回', draft: true },
    closed: { title: '已关闭' },
  },
  transitions: {
    submit: {
      title: '提交',
      from: ['draft', 'refused'],
      to: 'open',
      who: ['creator'],
      approve: {
        pending: 'waiting',
        levels: {
          first: { title: '初审', who: [{ role: 'boss' }, { role: 'chiefBoss' }], mode: 'any' },
          second: {
            title: '复审',
            when: "grade == '1'",
            who: [{ role: 'chiefBoss' }],
            vote: { opinion: 'required', signature: true },
          },
        },
        reject: { to: 'refused', set: { remark: "concat('驳回', grade)" } },
        revoke: { who: ['creator'], until: 'firstVote', to: 'draft' },
        copies: [{ role: 'reader' }],
      },
    },
    delay: {
      title: '延期',
      from: ['open'],
      who: [{ field: 'chief' }],
      when: [{ when: 'isNull(blocked)', else: '任务受阻，不能延期' }],
      fields: { wish: { required: true }, pass: {} },
      set: { deadline: 'wish', delays: 'delays + 1' },
      approve: { levels: levels(['boss', 'chiefBoss'], 'all') },
    },
    relay: {
      title: '逐级',
      from: ['open'],
      who: ['everyone'],
      set: { remark: "'逐级通过'" },
      approve: { levels: levels(['boss', 'chiefBoss'], 'order'), revoke: { until: 'granted' } },
    },
    council: {
      title: '会商',
      from: ['open'],
      who: ['everyone'],
      set: { remark: "'会商通过'" },
      approve: { parallel: true, levels: levels(['boss', 'twins'], 'all', { each: 'entry' }) },
    },
    chained: {
      title: '按链',
      from: ['open'],
      who: ['everyone'],
      set: { remark: "'链通过'" },
      approve: { from: { entity: 'chain', where: 'kind == parent.grade' } },
    },
    headed: {
      title: '部门批',
      from: ['open'],
      who: ['everyone'],
      approve: { levels: { head: { title: '部门', who: [{ head: 'deptId' }] } } },
    },
    shared: {
      title: '过半',
      from: ['open'],
      who: ['everyone'],
      approve: { levels: levels(['boss', 'chiefBoss', 'twins'], 'share', { share: 0.5 }) },
      set: { remark: "'过半通过'" },
    },
    guarded: {
      title: '设限',
      from: ['open'],
      who: ['everyone'],
      approve: { levels: levels(['boss'], 'any', { vote: { when: { when: "remark == '可'", else: '备注须为可' } } }) },
    },
    close: { title: '关闭', from: ['open'], to: 'closed', who: ['everyone'] },
    block: { title: '受阻', from: ['open'], who: ['everyone'], fields: { blocked: {} } },
  },
  pages: {
    job: {
      title: '任务书',
      sort: ['-createTime'],
      filters: ['name', 'status'],
      grants: {
        staff: ['view', 'add', 'edit', 'submit', 'delete'],
        boss: ['view'],
        chiefBoss: ['view'],
        twins: ['view'],
        reader: ['view'],
      },
    },
    jobDelay: {
      title: '延期审批',
      where: "awaiting(me, 'delay')",
      grants: { boss: ['view'], chiefBoss: ['view'], staff: ['view'] },
    },
  },
  permissions: {
    scope: { twins: { where: "me.userId == 'emil'" }, everyone: 'own' },
    fields: { secret: [{ roles: ['everyone'], access: 'hidden' }] },
  },
};

export const TENANT = '645967';

const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  anna: ['staff'],
  ben: ['boss'],
  cara: ['chiefBoss'],
  dora: ['twins'],
  emil: ['twins'],
  fred: ['staff'],
  gina: ['reader'],
  root: ['administrator'],
};

/** A person of the fixture with his roles; he sees only his own records besides his tasks. */
export function person(name: string): TestPerson {
  return {
    userId: name,
    account: name,
    realName: `${name}某`,
    roleCodes: [...(PEOPLE[name] ?? [])],
    scope: 'own',
    tenantId: TENANT,
  };
}

/** A notice in its words. */
type SentNotice = Omit<Notice, 'title' | 'text'> & WordedNotice;

export interface ApprovalServer extends EntityServer {
  readonly notices: SentNotice[];
  approving(name: string | TestPerson, key?: string): Promise<Approving>;
  /** A submitted job that was granted: state `open`. */
  openJob(values?: Record<string, unknown>): Promise<{ id: string; version: number }>;
  /** Open task of a person about a record. */
  taskOf(name: string, recordId: string): Promise<string>;
  record(id: string): Promise<Record<string, unknown>>;
  requests(id: string): Promise<{ id: string; status: string; transition: string }[]>;
  audits(recordId: string, action: string): Promise<string[]>;
}

/** A server with the approvals and a few people of one tenant. */
export async function createApprovalServer(): Promise<ApprovalServer> {
  const notices: SentNotice[] = [];
  const parts: Partial<Parts> = {
    approvals,
    evidence,
    notices: {
      ...createNotices(),
      async send(tx, notice) {
        notices.push({ ...notice, ...(await wordNotice(tx.call, notice)) });
      },
      async touch() {},
    },
  };
  const server = await createEntityServer({ entities: { test: [chain, job] }, parts });
  const { database } = server;
  await database.transaction(TENANT, async (connection) => {
    const roles = new Set(Object.values(PEOPLE).flat());
    for (const role of roles) {
      await connection.execute(
        `insert into data.role (id, "tenantId", "roleCode", "roleName") values ($1, $2, $3, $4)`,
        [`role-${role}`, TENANT, role, `角色${role}`],
      );
    }
    for (const [index, [name, held]] of Object.entries(PEOPLE).entries()) {
      await connection.execute(
        `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo", role)
         values ($1, $2, '1', $1, $3, $4, $5)`,
        [name, TENANT, `${name}某`, `S${index}`, held.map((role) => `role-${role}`)],
      );
    }
    await connection.execute(
      `insert into data.dept (id, "tenantId", "deptName", leader) values ('headed', $1, '有长部门', 'ben'), ('headless', $1, '无长部门', null)`,
      [TENANT],
    );
  });
  const context = (name: string | TestPerson, key?: string) =>
    server.context(typeof name === 'string' ? person(name) : name, key);
  return {
    ...server,
    notices,
    async approving(name, key) {
      const called = context(name, key);
      return {
        services: server.services,
        context: called,
        snapshot: await server.metadata.snapshot(called.tenantId),
      };
    },
    async openJob(values = {}) {
      const id = await server.service.saveInternal(
        server.context(person('anna')),
        'job',
        { name: '任务', chief: 'anna', ...values },
        { newStatus: 'open' },
      );
      return { id, version: 1 };
    },
    async taskOf(name, recordId) {
      const [row] = await database.withTenant(TENANT, (connection) =>
        connection.query<{ id: string }>(
          `select id from platform."approvalTask" where "tenantId" = $1 and "userId" = $2 and "recordId" = $3 and status = 'open'`,
          [TENANT, name, recordId],
        ),
      );
      if (row === undefined) throw new Error(`${name} has no open task about ${recordId}`);
      return row.id;
    },
    async record(id) {
      const [row] = await database.withTenant(TENANT, (connection) =>
        connection.query('select * from data.job where "tenantId" = $1 and id = $2', [TENANT, id]),
      );
      return row ?? {};
    },
    requests: (id) =>
      database.withTenant(TENANT, (connection) =>
        connection.query(
          'select id, status, transition from platform."approvalRequest" where "tenantId" = $1 and "recordId" = $2 order by "openedAt", id',
          [TENANT, id],
        ),
      ),
    async audits(recordId, action) {
      const rows = await database.withTenant(TENANT, (connection) =>
        connection.query<{ summary: string }>(
          'select summary from data."auditLog" where "tenantId" = $1 and "recordId" = $2 and action = $3 order by "createTime", id',
          [TENANT, recordId, action],
        ),
      );
      return rows.map(({ summary }) => summary);
    },
  };
}
