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
