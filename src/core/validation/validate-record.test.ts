import { expect, it } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { validateRecord } from './validate-record.ts';

it('takes an empty text or list for no value in rules over the record, as a save does', () => {
  const { model } = smallPage((entity) => ({
    ...entity,
    form: { ...entity.form, rules: [{ when: 'not isNull(useFrom)', else: '请选择使用期' }] },
  }));
  const environment = { now: '2026-11-22 08:00:00', me: smallUser, choices: () => undefined };
  for (const useFrom of ['', [], null, undefined]) {
    const faults = validateRecord(model, { name: '样例', kind: '1', useFrom }, environment, 'complete');
    expect(faults.map(({ msg }) => msg)).toEqual(['请选择使用期']);
  }
});

it('says in a message the values that its places name, as people read them', () => {
  const { model } = smallPage((entity) => ({
    ...entity,
    form: {
      ...entity.form,
      rules: [{ when: 'isNull(useFrom)', else: '{name}（{kind}）从{useFrom}起停用，{nobody}、{{x}}照写' }],
    },
  }));
  const choices = () => [{ key: '1', title: '甲类' }];
  const environment = { now: '2026-11-22 08:00:00', me: smallUser, choices };
  const msgOf = (record: Record<string, unknown>) =>
    validateRecord(model, record, environment, 'complete').map(({ msg }) => msg);
  expect(msgOf({ name: '样例{kind}', kind: '1', useFrom: '2026-01-01' })).toEqual([
    '样例{kind}（甲类）从2026-01-01起停用，{nobody}、{{x}}照写',
  ]);
});
