import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { isOpenToAll } from '../../../src/core/model/open-to-all.ts';
import { createFixtureMetadata } from '../../../tests/fixtures/metadata.ts';
import type { Caller } from '../../ground/context.ts';
import { fieldRightsOf, maskValue } from './field-access.ts';
import { rightsOf } from './rights.ts';
import { choiceAccessOf, rowAccessOf, rowAccessSignature } from './row-access.ts';
import { rolesFor } from './separation.ts';
import { isWritable, writeScopeFields } from './write-scope.ts';

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
    // One role that may is enough; whoever has none with the action is held to what everybody may.
    expect(may(whole, ['clerk', 'administrator'], theirs)).toBe(true);
    expect([may(whole, ['visitor'], theirs), may(whole, ['visitor'], mine)]).toEqual([false, true]);
    const { rolesWith } = rightsOf({ roleCodes: ['auditAdmin', 'clerk'] }, divided);
    expect(rolesWith(entity, 'edit')).toEqual([]);
  });
});

describe('the rows that a scope lets a role write', () => {
  const caller = {
    userId: 'me',
    alias: 'mask',
    deptIds: ['crew'],
    deptTreeIds: ['crew', 'shift'],
    roleCodes: ['clerk'],
  };
  const properties = {
    ...ledger.record.properties,
    dept: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' } as const,
  };
  const owned: Entity = {
    ...ledger,
    owners: { users: ['keeper'], creator: false, depts: ['dept'] },
    record: { ...ledger.record, properties },
  };
  const source = createFixtureMetadata({ entities: { test: [owned] }, shipped: ['user', 'dept', 'role'] });
  const may = async (write: typeof model.permissions.write, record: Record<string, unknown>) => {
    const over = await source.snapshot('645967');
    const built = over.entities.get('ledger');
    if (built === undefined) throw new Error('fixture');
    const entity = { ...built, permissions: { ...built.permissions, write } };
    const writer = { caller: caller as unknown as Caller, snapshot: over };
    return { may: isWritable(entity, writer, 'edit', record), reads: writeScopeFields(entity) };
  };

  it.each([
    ['tenant', [true, true, true, true]],
    ['departmentTree', [true, true, true, false]],
    ['department', [true, true, false, false]],
    ['own', [true, false, false, false]],
    ['none', [false, false, false, false]],
  ] as const)('%s: own, of the department, of one below, of others', async (scope, expected) => {
    const records = [
      { keeper: ['you', 'me'] },
      { dept: 'crew' },
      { dept: ['shift'] },
      { dept: 'other', keeper: 'you' },
    ];
    const answers = await Promise.all(records.map((record) => may({ clerk: scope }, record)));
    expect(answers.map((answer) => answer.may)).toEqual(expected);
    expect(answers[0]?.reads).toEqual(['keeper', 'dept']);
  });

  it('by a condition, under a pseudonym, and all where nothing is said', async () => {
    const where = { clerk: { where: "keeper == me.userId and dept == 'crew'" } };
    expect(await may(where, { keeper: 'me', dept: 'crew' })).toEqual({ may: true, reads: ['keeper', 'dept'] });
    expect((await may(where, { keeper: 'me' })).may).toBe(false);
    const open = await may({ clerk: { where: "status == 'open' and keeper == me.userId" } }, {});
    expect(open.reads).toEqual(['keeper', 'dept', 'status']);
    expect((await may({ clerk: 'own' }, { keeper: 'mask' })).may).toBe(true);
    expect(await may(undefined, {})).toEqual({ may: true, reads: [] });
    expect((await may({ other: 'none' }, {})).may).toBe(true);
    expect((await may({ other: 'tenant', everyone: 'none' }, {})).may).toBe(false);
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
    // A role that nothing is known of has the person's scope, and under a pseudonym so much is said.
    expect(rowAccessOf(plain, { roleCodes: ['new'], scope: 'own', alias: 'mask' }, snapshot)).toEqual({
      ...{ owners: 'own', where: [], aliased: true },
    });
    expect(rowAccessOf({ ...plain, scope: 'global' }, { roleCodes: [], scope: 'none' }, snapshot)).toBe('all');
  });

  it('hold for what belongs to a record, and for choices where they name all of the roles', () => {
    const below = (permissions: typeof model.permissions) =>
      ({ ...model, key: 'pass', parent: { entity: 'gate' }, permissions }) as typeof model;
    const caller = (...roleCodes: string[]) => ({ roleCodes, scope: 'own' as const });
    const scoped = { scope: { guard: 'own' as const, chief: 'none' as const } };
    const gates = rowAccessOf(model, caller('guard'), snapshot);
    expect(rowAccessOf(below({}), caller('guard'), snapshot)).toEqual({ parent: model, access: gates });
    expect(rowAccessOf(below(scoped), caller('guard'), snapshot)).toEqual({
      ...{ parent: model, access: gates, rows: { owners: 'own', where: [] } },
    });
    expect(rowAccessOf(below(scoped), caller('chief'), snapshot)).toBe('none');

    expect(choiceAccessOf(model, caller('guard'), snapshot)).toEqual(gates);
    const plain = { ...model, permissions: scoped };
    expect(choiceAccessOf(plain, caller('guard', 'porter'), snapshot)).toBe('all');
    expect(choiceAccessOf(plain, caller('guard'), snapshot)).toEqual({ owners: 'own', where: [] });
    expect(choiceAccessOf(plain, caller(), snapshot)).toBe('all');
    expect(choiceAccessOf(below({}), caller('guard'), snapshot)).toEqual({ parent: model, access: gates });
    expect(choiceAccessOf(below({}), caller('chief'), snapshot)).toBe('all');
    expect(choiceAccessOf(below(scoped), caller('chief'), snapshot)).toBe('none');
  });

  it('have a key for each way to see, so that no compiled query serves another', () => {
    const own = { owners: 'own', where: [] } as const;
    const keys = [
      ...(['all', 'none', own, { ...own, aliased: true }, { ...own, tasks: true }] as const),
      rowAccessOf(model, { roleCodes: ['guard'], scope: 'own' }, snapshot),
      ...([
        { parent: model, access: own },
        { parent: model, access: own, rows: own },
      ] as const),
    ].map(rowAccessSignature);
    expect(keys.slice(0, 5)).toEqual(['all', 'none', 'own:', 'own+alias:', 'own+tasks:']);
    expect(keys.slice(6)).toEqual(['gate>own:', 'gate>own:&own:']);
    expect(new Set(keys).size).toBe(keys.length);
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

  const idCard = model.field.get('idCard');
  if (idCard === undefined) throw new Error('fixture');
  type Granted = NonNullable<NonNullable<Entity['permissions']>['fields']>[string];
  const over = (rights: Granted, more: Partial<typeof model> = {}, roles = ['guard']) =>
    fieldRightsOf({ ...model, ...more, permissions: { fields: { idCard: rights } } }, roles);
  const guard = { roles: ['guard'] };

  it('hang on steps: one with an open task counts, none does not', () => {
    const stepped = over([
      { ...guard, steps: ['delay', 'delay.first'], access: 'read' },
      { ...guard, access: 'hidden' },
    ]);
    expect([stepped.restricted, stepped.stepped, stepped.reads]).toEqual([true, true, []]);
    const access = (...steps: string[]) => stepped.access(idCard, 'open', new Set(steps));
    expect([access(), access('delay.first'), access('other')]).toEqual(['hidden', 'read', 'hidden']);
    expect([stepped.isEverSeen(idCard), stepped.isOpen(idCard), stepped.isEverWritten(idCard)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(stepped.readableWhere(idCard)).toBeUndefined();
    expect(over([{ ...guard, access: 'hidden' }]).isEverSeen(idCard)).toBe(false);
  });

  it('hang on conditions: the least of what they can be where the record does not say', () => {
    const rights = over([
      { ...guard, when: "name == 'a' and me.userId != null", states: ['open'], access: 'write' },
      { ...guard, access: 'masked' },
    ]);
    expect([rights.stepped, rights.reads, rights.isConditional(idCard)]).toEqual([false, ['name'], true]);
    const access = (known: boolean | undefined, state: string | null = 'open') =>
      rights.access(idCard, state, new Set(), () => known);
    expect([access(true), access(false), access(undefined), access(true, 'shut'), access(true, null)]).toEqual([
      ...['write', 'masked', 'masked', 'masked', 'masked'],
    ]);
    expect([rights.isEverWritten(idCard), rights.isEverWritten(idCard, 'shut')]).toEqual([true, false]);
    expect(rights.readableWhere(idCard)).toMatchObject({
      kind: 'conditional',
      test: {
        ...{ kind: 'binary', operator: 'and' },
        right: {
          ...{ kind: 'binary', operator: 'in', left: { kind: 'name', name: 'status' } },
          right: { kind: 'list', items: [{ kind: 'literal', value: 'open' }] },
        },
      },
      whenTrue: { kind: 'literal', value: true },
      whenFalse: { kind: 'literal', value: false },
    });
    // What lists mask for everybody is asked of nobody's records.
    const masked = { ...idCard, property: { ...idCard.property, maskInLists: true } };
    expect([rights.readableWhere(masked), rights.isConditional(masked)]).toEqual([undefined, true]);
    const plain = over([{ ...guard, access: 'read' }]);
    expect([plain.isConditional(idCard), plain.readableWhere(idCard)]).toEqual([false, undefined]);
  });

  it('close a field to questions where anybody sees it otherwise than plain', () => {
    const read = over([{ ...guard, access: 'read' }]);
    expect([read.isAskable(idCard), read.isOpen(idCard), read.isEverWritten(idCard)]).toEqual([true, true, false]);
    const masked = { ...idCard, property: { ...idCard.property, maskInLists: true } };
    expect(read.isAskable(masked)).toBe(false);
    const sealed = { anonymous: { sealed: new Set(['idCard']) } } as unknown as Partial<typeof model>;
    expect(over([{ ...guard, access: 'read' }], sealed).isAskable(idCard)).toBe(false);
    expect(over([], {}, []).isAskable(idCard)).toBe(true);
    // Where there are no states the field has one right.
    const stateless = over([{ ...guard, access: 'masked' }], { states: {} });
    expect([stateless.access(idCard, undefined), stateless.isOpen(idCard)]).toEqual(['masked', false]);
    // Whoever reads what is written for all must be able to see it.
    const all = (rights: Granted, more: Partial<typeof model> = {}) =>
      isOpenToAll({ ...model, ...more, permissions: { fields: { idCard: rights } } }, idCard);
    expect([all([]), all([{ ...guard, access: 'read' }]), all([{ ...guard, access: 'masked' }])]).toEqual([
      true,
      true,
      false,
    ]);
    expect(all([], sealed)).toBe(false);
  });

  it('mask by what a text is, and blot out everything else', () => {
    const masked = (mask: NonNullable<typeof idCard.property.mask> | undefined, value: unknown) =>
      maskValue({ ...idCard, property: { ...idCard.property, mask } as typeof idCard.property }, value);
    expect([masked('phone', '13800001234'), masked('name', '张三丰'), masked(undefined, '机密')]).toEqual([
      ...['138****1234', '张**', '****'],
    ]);
    expect([masked('phone', null), masked('phone', undefined), masked('phone', 7), masked('name', '张')]).toEqual([
      ...[null, null, null, '*'],
    ]);
    expect([masked('phone', '1380000'), masked('phone', '13800001')]).toEqual(['*******', '138*0001']);
  });
});
