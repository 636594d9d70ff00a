import { expect, test } from 'vitest';
import { grantedActions, searchPages, shippedActions, withActions, withheldActions } from './matrix.ts';

const page = {
  code: 'law',
  title: '法律法规',
  actions: [
    { key: 'view', title: '查看' },
    { key: 'add', title: '新增' },
  ],
  shipped: { auditor: ['view'], everyone: ['view'] },
  children: [],
};

test('granted actions stand in the order of the page, and unknown ones are kept', () => {
  const rows = withActions([{ permissionId: 'rules', actionList: [] }], page, ['add', 'gone', 'view']);
  expect(rows).toEqual([
    { permissionId: 'rules', actionList: [] },
    { permissionId: 'law', actionList: ['view', 'add', 'gone'] },
  ]);
  expect(grantedActions(rows, 'law')).toEqual(['view', 'add', 'gone']);
  expect(withActions(rows, page, undefined)).toEqual([{ permissionId: 'rules', actionList: [] }]);
});

test('what a role has as shipped is what setting it apart begins with', () => {
  expect(shippedActions(page, 'auditor')).toEqual(['view']);
  expect(shippedActions({ ...page, shipped: {} }, 'auditor')).toEqual([]);
  expect(shippedActions(page, 'toString')).toEqual(['view']);
});

test('what a role has as shipped and not by its own grants is told', () => {
  const newer = { ...page, actions: [...page.actions, { key: 'import', title: '导入' }] };
  const shipped = { ...page.shipped, auditor: ['view', 'import'] };
  const titles = (role: unknown, granted: readonly string[]) =>
    withheldActions({ ...newer, shipped }, role, granted).map(({ title }) => title);
  expect(titles('auditor', ['view', 'add'])).toEqual(['导入']);
  expect(titles('auditor', ['view', 'import'])).toEqual([]);
  expect(titles('ours', ['add'])).toEqual(['查看']);
});

test('pages are found by title or code', () => {
  const menu = [{ ...page, code: 'base', title: '基础', actions: [], children: [page] }];
  expect(searchPages(menu, '法律')).toEqual([{ ...menu[0], children: [page] }]);
  expect(searchPages(menu, 'none')).toEqual([]);
});
