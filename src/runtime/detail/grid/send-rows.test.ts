import { expect, it } from 'vitest';
import { ApiError } from '../../../api/faults.ts';
import type { WireFault } from '../../../core/wire/contract.ts';
import type { GridChange } from './grid-rows.ts';
import { sendRows } from './send-rows.ts';

const change = (index: number, name: string): GridChange => ({
  index,
  row: { name },
  operation: 'save',
  body: { name },
  faults: [],
});

/** A server that saves all rows or none: names with “坏” are at fault, one with “撞” was changed by somebody else. */
function serverOf() {
  const sent: string[][] = [];
  const told: string[] = [];
  const write = async (rows: readonly Readonly<Record<string, unknown>>[]) => {
    const names = rows.map(({ name }) => String(name));
    sent.push(names);
    const errors = names.flatMap((name, index): readonly WireFault[] => {
      if (name.includes('坏')) return [{ pointer: `/rows/${index}/name`, msg: '坏了' }];
      return name.includes('撞') ? [{ pointer: `/rows/${index}`, msg: '已被他人修改' }] : [];
    });
    if (errors.length > 0) throw new ApiError({ status: 400, msg: '', errors });
    return names.map((name) => ({ id: name }));
  };
  return {
    sent,
    told,
    write,
    saved: (one: GridChange, { id }: { readonly id: string }) => void told.push(`${one.index} saved as ${id}`),
    refused: (one: GridChange, faults: readonly WireFault[]) =>
      void told.push(`${one.index} refused at ${faults.map(({ pointer }) => pointer).join()}`),
    alone: async (one: GridChange) => void told.push(`${one.index} sent alone`),
  };
}

it('saves the others of rows of which some are refused, and tells those by the fields of their row', async () => {
  const server = serverOf();
  const rows = ['甲', '坏乙', '丙', '撞丁', '坏戊', '己'].map((name, index) => change(index + 10, name));
  await sendRows(rows, server);
  expect(server.sent).toEqual([
    ['甲', '坏乙', '丙', '撞丁', '坏戊', '己'],
    ['甲', '丙', '己'],
  ]);
  expect(server.told).toEqual([
    '11 refused at /name',
    '13 sent alone',
    '14 refused at /name',
    '10 saved as 甲',
    '12 saved as 丙',
    '15 saved as 己',
  ]);
});

it('tells all rows what is said of none of them, and sends them no further', async () => {
  const server = serverOf();
  const write = async () => {
    server.sent.push([]);
    throw new ApiError({ status: 403, msg: '您没有“新增”的权限' });
  };
  await sendRows([change(0, '甲'), change(1, '乙')], { ...server, write });
  expect([server.sent.length, server.told]).toEqual([1, ['0 refused at ', '1 refused at ']]);
});
