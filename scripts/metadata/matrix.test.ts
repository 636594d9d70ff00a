import { expect, it, vi } from 'vitest';
import { buildMatrix, printMatrix, run, shippedSnapshot } from './matrix.ts';

const matrix = buildMatrix(await shippedSnapshot());
const of = (role: string, entity: string) => matrix.find((entry) => entry.role === role && entry.entity === entity);

it('has a line for each role and entity', () => {
  const roles = new Set(matrix.map(({ role }) => role));
  const entities = new Set(matrix.map(({ entity }) => entity));
  expect(roles.size).toBe(29);
  expect(matrix.length).toBe(roles.size * entities.size);
});

it('says actions by page, rows, field rights and transitions as the files have them', () => {
  expect(of('employee', 'lawRegulation')).toMatchObject({
    roleName: '员工',
    pages: { law: ['view'] },
    rows: expect.stringContaining("status == '1'"),
    fields: [],
    transitions: { enable: { may: 'never' } },
  });
  expect(of('safetyOfficer', 'lawRegulation')).toMatchObject({
    rows: '全部',
    transitions: { enable: { may: 'role' } },
  });
  expect(of('employee', 'user')?.fields).toMatchObject([
    { field: 'idCard', access: { '1': 'masked' }, open: false },
    { field: 'phone', access: { '1': 'masked' }, open: false },
  ]);
  expect(of('administrator', 'user')?.fields).toEqual([]);
  expect(of('nobody', 'lawRegulation')).toMatchObject({ pages: {}, actions: [], rows: '无' });
});

it('takes from a role what its record takes', () => {
  for (const entry of matrix.filter(({ role }) => role === 'designer' || role === 'nobody')) {
    expect([entry.entity, entry.pages]).toEqual([
      entry.entity,
      expect.not.objectContaining({ law: expect.anything() }),
    ]);
  }
});

it('prints in Chinese, for one entity and role, and refuses what it does not know', async () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await run(['user', '--role', 'safetyOfficer'])).toBe(0);
  expect(out.mock.calls[0]?.[0]).toMatch(/^用户（user）\n {2}安全管理员（safetyOfficer）\n {4}页面 user：.*view/);
  expect(out.mock.calls[0]?.[0]).toContain('字段 身份证号：掩码');
  expect(await run(['user', '--role', 'safetyOfficer', '--json'])).toBe(0);
  expect(JSON.parse(String(out.mock.calls[1]?.[0]))).toMatchObject([{ role: 'safetyOfficer', entity: 'user' }]);
  expect([await run(['nonesuch']), await run(['--role', 'nonesuch']), await run(['--role'])]).toEqual([1, 1, 1]);
  expect(err.mock.calls.map(([message]) => message)).toEqual([
    '没有名为“nonesuch”的实体',
    '没有名为“nonesuch”的角色',
    '没有名为“”的角色',
  ]);
  expect(printMatrix(matrix)).toContain('没有权限：');
});
