// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { accountInfo } from '../../../tests/fixtures/wire-samples.ts';
import { chosenRecords } from '../../field-types/reference-value.tsx';
import { viewField } from '../model/record-view.ts';
import { pageFieldServices } from './field-services.ts';

it('knows the name of whoever fills in a form, who may have no list of people to look it up in', () => {
  const page = smallPage();
  const keeper = page.model.fields.find(({ target }) => target === 'user');
  if (keeper === undefined) throw new Error('the small page names no person');
  const field = viewField(page, keeper);
  const me = accountInfo({ userId: '7', realName: '样甲' });
  expect(chosenRecords(field, '7')).toEqual([{ id: '7', label: '7' }]);
  pageFieldServices(page.metadata, { base: '', menu: [], me, navigate: () => undefined });
  expect(chosenRecords(field, '7')).toEqual([{ id: '7', label: '样甲' }]);
});
