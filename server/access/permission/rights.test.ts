import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { createFixtureMetadata } from '../../../tests/fixtures/metadata.ts';
import type { Caller } from '../../ground/context.ts';
import { fieldRightsOf, maskValue } from './field-access.ts';
import { rightsOf } from './rights.ts';
import { rowAccessOf } from './row-access.ts';
import { rolesFor } from './separation.ts';
import { isWritable } from './write-scope.ts';

const gate: Entity = {
  dialect: 1,
  entity: 'gate',
  title: '门禁',
  api: { service: 'safety', base: 'gate' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      idCard: { title: '证件', field: 'input', type: 'string', mask: 'idCard' },
    },
  },
  states: { open: { title: '开', initial: true }, shut: { title: '关' } },
  pages: {
    gate: { title: '门禁', grants: { guard: ['view', 'add'], everyone: ['print'] } },
    gateLog: { title: '门禁记录', grants: { guard: ['view', 'edit'], visitor: [] } },
  },
  permissions: {
    scope: { chief: 'tenant', everyone: { where: "status == 'open'" } },
    fields: {
      idCard: [
        { roles: ['guard'], states: ['open'], access: 'masked' },
        { roles: ['everyone'], access: 'hidden' },
      ],
    },
  },
};

const metadata = createFixtureMetadata({
  entities: { test: [gate] },
  roles: [
    { code: 'guard', scope: 'department', pages: new Map([['gateLog', ['delete']]]) },
    { code: 'porter', scope: 'own', pages: new Map([['gate', []]]) },
  ],
});
const snapshot = await metadata.snapshot('645967');
const model = metadata.models.find((candidate) => candidate.key === 'gate');
if (model === undefined) throw new Error('fixture');

const page = (roleCodes: string[], code: string) => [...rightsOf({ roleCodes }, snapshot).page(code)].sort();

/** A record that its owners edit, and administrators all of them. */
const ledger: Entity = {
  ...gate,
  entity: 'ledger',
  api: { service: 'safety', base: 'ledger' },
  owners: { users: ['keeper'] },
  record: {
    type: 'object',
    properties: { keeper: { title: '保管人', field: 'orgSelect', type: 'string', org: 'user' } },
  },
  pages: { ledger: { title: '台账', grants: { administrator: ['view', 'edit'], clerk: ['view', 'edit'] } } },
  permissions: { scope: { everyone: 'tenant' }, write: { administrator: 'tenant', everyone: 'own' } },
};

describe('rows that a role may write', () => {
  const theirs = { keeper: 'somebody' };
  const mine = { keeper: 'me' };

  it('follow the role that gives the action, whoever holds it while the powers are divided', async () => {
    const source = createFixtureMetadata({ entities: { test: [ledger] } });
    const whole = await source.snapshot('645967');
    const divided = { ...whole, separated: true };
    const entity = whole.entities.get('ledger');
    if (entity === undefined) throw new Error('fixture');
    const may = (over: typeof whole, roles: string[], record: Record<string, unknown>) => {
      const caller = { userId: 'me', deptIds: [], deptTreeIds: [], roleCodes: [...rolesFor(roles, over, 'ledger')] };
      return isWritable(entity, { caller: caller as unknown as Caller, snapshot: over }, 'edit', record);
    };
    expect(may(whole, ['administrator'], theirs)).toBe(true);
    expect([may(whole, ['clerk'], theirs), may(whole, ['clerk'], mine)]).toEqual([false, true]);
    expect(may(divided, ['systemAdmin'], theirs)).toBe(true);
    for (const roles of [['administrator'], ['securityAdmin'], ['auditAdmin', 'clerk']]) {
      expect([roles, may(divided, roles, theirs)]).toEqual([roles, false]);
    }
    const { rolesWith } = rightsOf({ roleCodes: ['auditAdmin', 'clerk'] }, divided);
    expect(rolesWith(entity, 'edit')).toEqual([]);
  });
});

describe('rights of pages', () => {
  it('come from shipped grants, and what everyone has besides', () => {
    expect(page(['guard'], 'gate')).toEqual(['add', 'print', 'view']);
    expect(page([], 'gate')).toEqual(['print', 'view']);
    expect(page(['visitor'], 'gateLog')).toEqual([]);
    expect(page(['guard'], 'nowhere')).toEqual([]);
  });

  it('follow the role record on the pages it names', () => {
    expect(page(['guard'], 'gateLog')).toEqual(['delete', 'view']);
    expect(page(['porter'], 'gate')).toEqual(['print', 'view']);
  });

  it('that a newer version brings reach stored roles, but for pages that these set apart', async () => {
    const before = { code: 'guard', scope: 'department' as const, pages: new Map<string, string[]>() };
    const apart = { ...before, code: 'chief', pages: new Map([['gate', ['view', 'add']]]) };
    const own = { ...before, code: 'ours', pages: new Map([['gateLog', ['view']]]) };
    const grants = { guard: ['view', 'add', 'import'], chief: ['view', 'import'] };
    const newer: Entity = {
      ...gate,
      pages: { ...gate.pages, gate: { title: '门禁', actions: ['add', 'import'], grants } },
    };
    const stored = { entities: { test: [newer] }, roles: [before, apart, own] };
    const upgraded = await createFixtureMetadata(stored).snapshot('645967');
    const of = (role: string) => [...rightsOf({ roleCodes: [role] }, upgraded).page('gate')].sort();
    expect(of('guard')).toEqual(['add', 'import', 'view']);
    expect(of('chief')).toEqual(['add', 'view']);
    expect(of('ours')).toEqual([]);
  });

  it('add up over roles and over the pages of an entity', () => {
    expect([...rightsOf({ roleCodes: ['porter', 'guard'] }, snapshot).entity(model)].sort()).toEqual([
      'add',
      'delete',
      'print',
      'view',
    ]);
  });
});

describe('row scopes', () => {
  it('take the entity before the role, and the widest of all roles', () => {
    const access = (roleCodes: string[]) => rowAccessOf(model, { roleCodes, scope: 'own' }, snapshot);
    expect(access(['guard', 'chief'])).toBe('all');
    expect(access(['guard'])).toMatchObject({ owners: undefined, where: [{ kind: 'binary' }] });
    const plain = { ...model, permissions: {} };
    expect(rowAccessOf(plain, { roleCodes: ['guard'], scope: 'own' }, snapshot)).toEqual({
      owners: 'department',
      where: [],
    });
    expect(rowAccessOf(plain, { roleCodes: [], scope: 'none' }, snapshot)).toBe('none');
  });
});

describe('field rights', () => {
  it('depend on role and state, and close filters wherever a value is not plain', () => {
    const field = model.field.get('idCard');
    const name = model.field.get('name');
    if (field === undefined || name === undefined) throw new Error('fixture');
    const guard = fieldRightsOf(model, ['guard']);
    expect([guard.access(field, 'open'), guard.access(field, 'shut'), guard.access(name, 'open')]).toEqual([
      'masked',
      'hidden',
      'write',
    ]);
    expect([guard.isOpen(field), guard.isOpen(name)]).toEqual([false, true]);
    expect(maskValue(field, '110101199001011234')).toBe('110101********1234');
    expect(maskValue(field, '12345')).toBe('*****');
  });
});
