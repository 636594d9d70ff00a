import { describe, expect, it } from 'vitest';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { forgetHeld, type HeldRecords, heldName, heldRecords, labelMemory, standingMemory } from './held-records.ts';
import { inBatch } from './write-batch.ts';

const field = new Map();
const plan = { key: 'plan', id: 'plan', label: 'name', field } as unknown as EntityModel;
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
    forgetHeld({ locked: known, db: { tenantId: '1' } }, plan, '1');
    expect(known.get(heldName(plan, '1'))).toEqual({});
  });

  it('says nothing of a record that is written without having been locked', () => {
    const known = held();
    forgetHeld({ locked: known, db: { tenantId: '1' } }, plan, '2');
    expect(known.has(heldName(plan, '2'))).toBe(false);
  });

  it.each<[string, { readonly key: string }[] | undefined, readonly string[]]>([
    ['its name where it gets another one', [{ key: 'name' }], ['labels plan']],
    ['nothing where it keeps it', [{ key: 'amount' }], []],
    ['everything where it is removed', undefined, ['labels plan', 'exists plan 1']],
  ])('makes a batch forget %s', async (_what, changed, forgotten) => {
    const asked: string[] = [];
    const ask = (kind: string) => async (ids: readonly string[]) => {
      asked.push(kind);
      return new Map(ids.map((id) => [id, true]));
    };
    await inBatch(async (batch) => {
      const kinds = [labelMemory(plan), standingMemory(plan, ['1'])];
      for (const kind of kinds) await batch.each(kind, ['2'], ask(kind));
      forgetHeld({ locked: new Map(), batch, db: { tenantId: '1' } }, plan, '2', changed as FieldModel[] | undefined);
      asked.length = 0;
      for (const kind of kinds) await batch.each(kind, ['2'], ask(kind));
    });
    expect(asked).toEqual(forgotten);
  });
});
