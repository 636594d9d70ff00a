import { describe, expect, it } from 'vitest';
import type { ExpressionNode } from '../../src/core/expression/index.ts';
import type { EntityModel, GuardModel, TransitionModel } from '../../src/core/model/entity-model.ts';
import { type BlameSubject, blamedFields } from '../../src/core/validation/blamed-fields.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();
const byKey = new Map(models.map((model) => [model.key, model]));

interface Judged {
  readonly model: EntityModel;
  readonly transition: TransitionModel;
  readonly guard: GuardModel;
}

const judged: readonly Judged[] = models.flatMap((model) =>
  Object.values(model.transitions).flatMap((transition) =>
    transition.guards.map((guard) => ({ model, transition, guard })),
  ),
);

/** Where a guard's message stands when none of its parts holds, and some of what it reads is empty. */
function places({ model, transition, guard }: Judged, change: Partial<BlameSubject> = {}) {
  return blamedFields(guard.when.node, {
    model,
    written: byKey.get(transition.writes ?? ''),
    asked: new Set(transition.fields.map(({ field }) => field)),
    fails: () => true,
    isEmpty: () => false,
    ...change,
  });
}

/** Whether parts fail and fields are empty by the bits of a number, each part and field its own. */
function byBits(bits: number): Partial<BlameSubject> {
  const seen = new Map<unknown, boolean>();
  const bit = (thing: unknown) => {
    if (!seen.has(thing)) seen.set(thing, ((bits >> (seen.size % 5)) & 1) === 1);
    return seen.get(thing) === true;
  };
  return { fails: (part: ExpressionNode) => bit(part), isEmpty: ({ pointer }) => bit(pointer) };
}

/** The same for the guard of a step that contains some words. */
function named(entity: string, step: string, words: string, change: Partial<BlameSubject> = {}) {
  const found = judged.filter(
    ({ model, transition, guard }) =>
      model.key === entity && transition.key === step && guard.when.source.includes(words),
  );
  expect([entity, step, words, found.length]).toEqual([entity, step, words, 1]);
  return found.flatMap((one) => places(one, change).map(({ pointer }) => pointer));
}

describe('the fields at which guards speak', () => {
  it('are fields of the entity, or columns of the row that is written, which the guard reads', () => {
    let told = 0;
    for (const one of judged) {
      for (let bits = 0; bits < 32; bits++) {
        for (const { pointer, field, inRow } of places(one, byBits(bits))) {
          const { model, transition, guard } = one;
          const owner = inRow ? byKey.get(transition.writes ?? '') : model;
          const what = [model.key, transition.key, pointer];
          expect([...what, owner?.field.get(field.key) === field && !field.base]).toEqual([...what, true]);
          expect([...what, new RegExp(`\\b${field.key}\\b`).test(guard.when.source)]).toEqual([...what, true]);
          expect(pointer).toBe(`${inRow ? '/row' : ''}/${field.key}`);
          told++;
        }
      }
    }
    expect(told).toBeGreaterThan(1000);
  });

  it.each([
    ['peril', 'assess', 'tempMeasures', ['/row/tempMeasures']],
    ['peril', 'assess', 'row.evaluationTime', ['/row/evaluationTime']],
    ['peril', 'assess', 'reviewUserId != dutyUserId', ['/dutyUserId']],
    ['peril', 'delay', 'row.newDeadline > ', ['/row/newDeadline']],
    ['peril', 'rectify', 'acceptUserId', ['/acceptUserId']],
    ['workTicket', 'submit', 'planStartTime', ['/planStartTime']],
    ['workTicket', 'start', 'now() >= planStartTime', ['/planStartTime']],
    ['workTicket', 'start', 'not isNull(windForce)', ['/windForce']],
    ['workTicket', 'handOver', 'not includes(guardianIds', ['/row/newGuardianId']],
    ['workTicket', 'changeCharger', 'territoryDeptId.leader', ['/row/newChargerId']],
    ['alteration', 'submit', 'lateReason', ['/lateReason']],
    ['chemical', 'disable', 'maxStorage', ['/maxStorage']],
    ['fireEquipment', 'sendRepair', 'row.substitute', ['/substitute']],
  ])('%s/%s: %s', (entity, step, words, pointers) => {
    expect(named(entity, step, words)).toEqual(pointers);
  });

  it('are none where the guard compares other records, or two fields of which neither is asked for', () => {
    expect(named('costPlan', 'submit', 'exists')).toEqual([]);
    expect(named('riskEvent', 'makePlan', 'exists')).toEqual([]);
    expect(named('ppeIssue', 'submit', 'standard.posts')).toEqual([]);
  });

  it('are, of what is demanded together, those that are wanting', () => {
    const isWanting = (part: ExpressionNode) => /"(agreementNo|agreementFile)"/.test(JSON.stringify(part));
    expect(named('contractor', 'submit', 'agreementNo', { fails: isWanting })).toEqual([
      '/agreementNo',
      '/agreementFile',
    ]);
  });

  it('are, of several that the step asks for, the empty one', () => {
    const isEmpty: BlameSubject['isEmpty'] = ({ field }) => field.key === 'signOut';
    expect(named('trainSign', 'enter', 'row.signOut > row.signIn')).toEqual([]);
    expect(named('trainSign', 'enter', 'row.signOut > row.signIn', { isEmpty })).toEqual(['/signOut']);
  });
});
