import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { createFixtureMetadata } from '../../../tests/fixtures/metadata.ts';
import type { Caller } from '../../ground/context.ts';
import { mayFillIn } from './fill-in.ts';
import { rowAccessOf, rowAccessSignature } from './row-access.ts';
import { mayRoleWrite } from './write-scope.ts';

const user = (title: string) => ({ title, field: 'orgSelect', type: 'string', org: 'user' }) as const;

/** A visit that the clerk enters, the chief ends and the host, whom the record names, answers. */
const visit: Entity = {
  dialect: 1,
  entity: 'visit',
  title: '来访',
  api: { service: 'safety', base: 'visit' },
  owners: { users: ['host'], depts: ['dept'] },
  record: {
    type: 'object',
    properties: {
      host: user('接待人'),
      witness: user('证人'),
      dept: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' },
      fixed: { ...user('固定'), disabledWhen: 'true' },
      copied: { ...user('抄录'), compute: 'host' },
    },
  },
  states: { open: { title: '开', initial: true }, shut: { title: '关' } },
  transitions: {
    end: {
      title: '结束',
      from: ['open'],
      to: 'shut',
      who: [{ role: 'chief' }],
      fields: { witness: { required: true } },
    },
    pass: { title: '转交', from: ['open'], who: [{ field: 'host' }], writes: 'visitPass', set: { host: 'row.heir' } },
    answer: { title: '答复', from: ['open'], to: 'shut', who: [{ field: 'host' }], fields: { dept: {} } },
  },
  pages: {
    visit: {
      title: '来访',
      actions: ['add', 'edit', 'end'],
      grants: { clerk: ['view', 'add'], chief: ['view', 'end'], idle: ['view'], guest: ['end'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

/** Rows of a visit, each with a person. */
const rowsOfVisit = (entity: string, title: string, person: string, called: string): Entity => ({
  dialect: 1,
  entity,
  title,
  api: { service: 'safety', base: entity.toLowerCase() },
  parent: { entity: 'visit', field: 'visitId' },
  record: {
    type: 'object',
    properties: {
      visitId: { title: '来访', field: 'reference', type: 'string', ref: { entity: 'visit' } },
      [person]: user(called),
    },
  },
});

/** They have no page of their own: who works on the visit enters them. */
const guest = rowsOfVisit('visitGuest', '来宾', 'guide', '陪同人');

/** Only a step of the visit writes them. */
const pass = rowsOfVisit('visitPass', '转交记录', 'heir', '接替人');

const snapshot = await createFixtureMetadata({
  entities: { test: [visit, guest, pass] },
  shipped: ['user', 'dept'],
}).snapshot('645967');

function modelOf(key: string) {
  const model = snapshot.entities.get(key);
  if (model === undefined) throw new Error(key);
  return model;
}

function fills(role: string, field: string, entity = 'visit'): boolean {
  const model = modelOf(entity);
  const found = model.field.get(field);
  if (found === undefined) throw new Error(field);
  return mayFillIn({ caller: { roleCodes: [role] }, snapshot }, model, found);
}

describe('a person is asked for a field', () => {
  it('by the form that he may enter, but for what nobody enters there', () => {
    expect([fills('clerk', 'host'), fills('clerk', 'fixed'), fills('clerk', 'copied')]).toEqual([true, false, false]);
    expect(fills('nobody', 'host')).toBe(false);
  });

  it('by a step of his role where he has its button, and by neither alone', () => {
    expect([fills('chief', 'witness'), fills('chief', 'host')]).toEqual([true, false]);
    // The button without the role, and neither of them.
    expect([fills('guest', 'witness'), fills('idle', 'witness')]).toEqual([false, false]);
  });

  it('by a step of whom the record names, as far as he sees records at all', () => {
    expect([fills('idle', 'dept'), fills('nobody', 'dept')]).toEqual([true, false]);
  });

  it('in the rows of what he works on', () => {
    expect([fills('clerk', 'guide', 'visitGuest'), fills('idle', 'guide', 'visitGuest')]).toEqual([true, true]);
    expect(fills('nobody', 'guide', 'visitGuest')).toBe(false);
  });
});

describe('rows that a step writes', () => {
  it('are filled in by whoever may take it', () => {
    expect(modelOf('visitPass').readOnly).toBe(true);
    expect([fills('idle', 'heir', 'visitPass'), fills('nobody', 'heir', 'visitPass')]).toEqual([true, false]);
  });
});

describe('rows', () => {
  const caller = { userId: 'me', deptIds: ['d1'], deptTreeIds: ['d1', 'd2'] } as unknown as Caller;
  const mayWrite = (scope: string, record: Record<string, unknown>) => {
    const model = modelOf('visit');
    const permissions = { ...model.permissions, write: { clerk: scope } } as typeof model.permissions;
    return mayRoleWrite({ ...model, permissions }, { caller, snapshot }, 'clerk', record);
  };

  it('are written within the scope of the role: all, none, one’s own, or a department’s', () => {
    expect([mayWrite('tenant', {}), mayWrite('none', { host: 'me' })]).toEqual([true, false]);
    expect([mayWrite('own', { host: 'me' }), mayWrite('own', { host: 'you', dept: 'd1' })]).toEqual([true, false]);
    expect([mayWrite('department', { dept: 'd1' }), mayWrite('department', { dept: 'd2' })]).toEqual([true, false]);
    expect([mayWrite('departmentTree', { dept: 'd2' }), mayWrite('departmentTree', { dept: 'd3' })]).toEqual([
      true,
      false,
    ]);
    expect(mayWrite('own', { host: ['you', 'me'] })).toBe(true);
  });

  it('below others are seen with them', () => {
    const access = (entity: string) =>
      rowAccessSignature(rowAccessOf(modelOf(entity), { roleCodes: ['clerk'], scope: 'own' }, snapshot));
    expect(access('visit')).toBe('all');
    expect(access('visitGuest')).toContain('visit>all');
  });
});
