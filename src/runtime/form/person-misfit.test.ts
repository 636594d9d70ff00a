import { expect, it } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { personMisfit } from './person-misfit.ts';

const person = (title: string) => ({ title, field: 'orgSelect', type: 'string', org: 'user' }) as const;

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    properties: {
      ...entity.record.properties,
      mender: person('整改人'),
      accepter: { ...person('验收人'), distinct: ['mender', 'creator'] },
    },
  },
}));

const misfitOf = (key: string, values: Readonly<Record<string, unknown>>) => {
  const field = page.model.field.get(key);
  if (field === undefined) throw new Error(`no field ${key}`);
  return personMisfit(page, field, () => values);
};

it('a picker says of whom another field or its creator keeps apart why, before he is chosen', () => {
  const misfit = misfitOf('accepter', { mender: ['jia', 'yi'], createUser: 'bing' });
  expect(['jia', 'yi', 'bing', 'ding'].map((id) => misfit?.(id))).toEqual([
    '验收人不能是整改人',
    '验收人不能是整改人',
    '验收人不能是创建人',
    undefined,
  ]);
});

it('and asks nothing of fields that keep nobody apart', () => {
  expect(misfitOf('mender', { accepter: 'jia' })).toBeUndefined();
});
