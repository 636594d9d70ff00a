import { describe, expect, it } from 'vitest';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { forgetHeld, type HeldRecords, heldName, heldRecords } from './held-records.ts';

const plan = { key: 'plan' } as EntityModel;
const receipt = { key: 'receipt' } as EntityModel;

describe('what a transaction knows of records that it holds', () => {
  const held = (): HeldRecords => new Map([[heldName(plan, '1'), { stands: true, label: '甲' }]]);

  it('is told by entity and id', () => {
    expect(heldRecords(held(), plan, ['1', '2'])).toEqual(new Map([['1', { stands: true, label: '甲' }]]));
    expect(heldRecords(held(), receipt, ['1'])).toEqual(new Map());
    expect(heldRecords(undefined, plan, ['1'])).toEqual(new Map());
  });

  it('is forgotten where the transaction writes the record, which stays locked', () => {
    const known = held();
    forgetHeld(known, plan, '1');
    expect(known.get(heldName(plan, '1'))).toEqual({});
  });

  it('says nothing of a record that is written without having been locked', () => {
    const known = held();
    forgetHeld(known, plan, '2');
    expect(known.has(heldName(plan, '2'))).toBe(false);
  });
});
