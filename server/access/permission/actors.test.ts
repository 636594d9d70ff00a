import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { Caller } from '../../ground/context.ts';
import { isActor, NO_ACTOR_FACTS, needsActorFacts } from './actors.ts';
import { expressionUser } from './expression-user.ts';
import { isSuperior, type Organisation, superiorsOf } from './superiors.ts';

const caller: Caller = {
  userId: 'me',
  account: 'me',
  realName: '示例',
  tenantId: '1',
  homeTenantId: '1',
  deptId: 'crew',
  deptIds: ['crew'],
  deptTreeIds: ['crew', 'shift'],
  postIds: [],
  roleCodes: ['guard'],
  scope: 'own',
  sessionId: '1',
};
const environment = { now: '2026-01-01 00:00:00', me: expressionUser(caller) } as unknown as RecordEnvironment;

type Match = Parameters<typeof isActor>[1];
const is = (actor: Actor, record: Record<string, unknown> = {}, more: Partial<Match> = {}): boolean =>
  isActor([actor], { caller, record, facts: NO_ACTOR_FACTS, environment, hasButton: true, ...more });

describe('an actor is', () => {
  it('nobody, everybody or whoever made the record', () => {
    expect([is('system'), is('everyone')]).toEqual([false, true]);
    expect([is('creator', { createUser: 'me' }), is('creator', { createUser: 'you' })]).toEqual([true, false]);
    // Where nobody has a pseudonym, a record without an author is nobody's.
    expect(is('creator', {})).toBe(false);
    const masked = { caller: { ...caller, alias: 'mask' } };
    expect([is('creator', { createUser: 'mask' }, masked), is('creator', { createUser: 'other' }, masked)]).toEqual([
      true,
      false,
    ]);
  });

  it('who has the role, the button, and the record among those that the role may write', () => {
    const guard = { role: 'guard' };
    expect([is(guard), is({ role: 'chief' }), is(guard, {}, { hasButton: false })]).toEqual([true, false, false]);
    const mayWrite = (role: string) => role !== 'guard';
    expect([is(guard, {}, { mayWrite }), is(guard, {}, { mayWrite: () => true })]).toEqual([false, true]);
  });

  it('who holds the post, or heads one of the departments', () => {
    const facts = { postCodes: new Set(['fitter']), headedDepts: new Set(['shop']) };
    expect([is({ post: 'fitter' }, {}, { facts }), is({ post: 'other' }, {}, { facts })]).toEqual([true, false]);
    const head = { head: 'dept' };
    expect([is(head, { dept: 'shop' }, { facts }), is(head, { dept: ['crew', 'shop'] }, { facts })]).toEqual([
      true,
      true,
    ]);
    expect([is(head, { dept: 'crew' }, { facts }), is(head, {}, { facts })]).toEqual([false, false]);
  });

  it('whom a field names, by himself where he acts under a pseudonym', () => {
    const field = { field: 'keeper' };
    expect([is(field, { keeper: 'me' }), is(field, { keeper: ['you', 'me'] })]).toEqual([true, true]);
    expect([is(field, { keeper: 'you' }), is(field, { keeper: ['you'] }), is(field)]).toEqual([false, false, false]);
    const behind = { caller: { ...caller, userId: 'mask', alias: 'mask', behind: 'me' } };
    expect([is(field, { keeper: 'me' }, behind), is(field, { keeper: 'mask' }, behind)]).toEqual([true, false]);
  });

  it('whom the proposal or the row names, and anybody while there is none', () => {
    const proposal = { proposal: 'next' };
    expect(is(proposal)).toBe(true);
    expect([is(proposal, {}, { proposal: { next: 'me' } }), is(proposal, {}, { proposal: {} })]).toEqual([true, false]);
    const row = { row: 'worker' };
    expect([is(row), is(row, {}, { proposal: {} })]).toEqual([true, true]);
    expect([is(row, {}, { row: { worker: 'me' } }), is(row, {}, { row: {} })]).toEqual([true, false]);
    // The row that is written counts, whatever was proposed.
    expect(is(row, {}, { proposal: { worker: 'me' }, row: { worker: 'you' } })).toBe(false);
    expect(is(row, {}, { proposal: { worker: 'you' } })).toBe(false);
  });

  it('for whom the condition holds, and nobody where only the server could say', () => {
    const keeper = { expression: 'keeper == me.userId' };
    expect([is(keeper, { keeper: 'me' }), is(keeper, { keeper: 'you' })]).toEqual([true, false]);
    const asked = { expression: "row.kind == 'hot'" };
    expect([is(asked, {}, { proposal: { kind: 'hot' } }), is(asked, {}, { proposal: {} })]).toEqual([true, false]);
    expect(is({ expression: "exists('gate', true)" })).toBe(false);
    const broken = {
      ...environment,
      get me(): never {
        throw new TypeError('broken');
      },
    };
    expect(() => is(keeper, {}, { environment: broken as unknown as RecordEnvironment })).toThrow('broken');
  });

  it('any of several', () => {
    const match = { caller, record: {}, facts: NO_ACTOR_FACTS, environment, hasButton: true };
    expect([isActor(['system', { role: 'guard' }], match), isActor([], match)]).toEqual([true, false]);
  });
});

it('facts of the organisation are read only where an actor asks for them', () => {
  const actors: readonly Actor[] = [{ post: 'a' }, { head: 'dept' }, { head: 'dept', up: 1 }, { superior: 'keeper' }];
  for (const actor of actors) expect([actor, needsActorFacts(['creator', actor])]).toEqual([actor, true]);
  expect(needsActorFacts(['creator', 'everyone', { role: 'a' }, { field: 'b' }, { expression: 'true' }])).toBe(false);
  expect(actors.map(isSuperior)).toEqual([false, false, true, true]);
  expect(isSuperior('creator')).toBe(false);
});

describe('superiors', () => {
  // The plant has no head, and two departments above it belong to each other by mistake.
  const departments: Organisation['departments'] = new Map(
    [
      { id: 'crew', parentId: 'shop', head: 'foreman' },
      { id: 'shop', parentId: 'plant', head: 'chief' },
      { id: 'plant', parentId: 'company', head: null },
      { id: 'company', parentId: 'group', head: 'director' },
      { id: 'group', parentId: 'company', head: 'director' },
    ].map((department) => [department.id, department]),
  );
  const organisation = {
    departments,
    deptsOf: new Map([
      ['worker', ['crew']],
      ['foreman', ['crew']],
      ['both', ['crew', 'company']],
    ]),
  };
  const of = (actor: Parameters<typeof superiorsOf>[1], record: Record<string, unknown>, times?: number) =>
    [...superiorsOf(organisation, actor, record, times)].sort();

  it('are counted from head to head, past vacancies, and stay at the topmost', () => {
    const ups = [0, 1, 2, 9].map((up) => of({ head: 'dept', up }, { dept: 'crew' }));
    expect(ups).toEqual([['foreman'], ['chief'], ['director'], ['director']]);
    expect(of({ head: 'dept', up: 'times' }, { dept: 'crew' }, 1)).toEqual(['chief']);
    expect(of({ head: 'dept', up: 'times' }, { dept: 'crew' })).toEqual(['foreman']);
  });

  it('of a person are others than he, one for each of his departments', () => {
    expect(of({ superior: 'who' }, { who: 'worker' })).toEqual(['foreman']);
    expect(of({ superior: 'who' }, { who: 'foreman' })).toEqual(['chief']);
    expect(of({ superior: 'who' }, { who: ['both', 'worker'] })).toEqual(['director', 'foreman']);
  });

  it('are none of nobody, of strangers and of departments that are gone', () => {
    expect([
      of({ superior: 'who' }, { who: '' }),
      of({ superior: 'who' }, {}),
      of({ superior: 'who' }, { who: 7 }),
    ]).toEqual([[], [], []]);
    expect([of({ superior: 'who' }, { who: 'stranger' }), of({ head: 'dept', up: 0 }, { dept: 'gone' })]).toEqual([
      [],
      [],
    ]);
  });

  it('may act on what they are the superiors of, where the organisation is known', () => {
    const chief: Actor = { superior: 'who', up: 1 };
    const facts = { ...NO_ACTOR_FACTS, organisation };
    const asChief = { caller: { ...caller, userId: 'chief' }, facts };
    expect([is(chief, { who: 'worker' }, asChief), is(chief, { who: 'foreman' }, asChief)]).toEqual([true, false]);
    expect(is(chief, { who: 'worker' }, { ...asChief, facts: NO_ACTOR_FACTS })).toBe(false);
  });
});
