import { largestHeaders } from '../../../../server/http/plugins/connections.ts';
import type { HostileKind } from '../hostile-kind.ts';
import { everyFieldBase, openRecordServer } from '../record-server.ts';
import { repeatedly } from '../repeated.ts';

/** An address of a list, or of nothing, with one text over and over in it. */
const kind = (name: string, unit: string, before: string, part: string): HostileKind => ({
  name: `address-${name}`,
  unit,
  largest: Math.floor((largestHeaders - 1_000) / part.length),
  ground: 'records',
  async open() {
    const server = await openRecordServer();
    const get = async (address: string) => {
      const { status, msg } = await server.get(address);
      if (status >= 500) throw new Error(`address-${name}: answered ${status} ${msg}`);
    };
    await get(before + part);
    return { ...repeatedly((size) => before + part.repeat(size), get), close: () => server.close() };
  },
});

const list = `${everyFieldBase}/page?`;

/** Addresses as long as they may be: what their paths and their query strings cost. */
export const addresses: readonly HostileKind[] = [
  kind('pairs', 'pairs', list, 'a=b&'),
  kind('empty-pairs', 'pairs', list, '&'),
  kind('names-alone', 'pairs', list, 'a&'),
  kind('repeated-filter', 'pairs', list, 'kind=daily&'),
  kind('repeated-keyword', 'pairs', list, 'keyword=a&'),
  kind('long-value', 'characters', `${list}keyword=`, 'x'),
  kind('long-name', 'characters', list, 'x'),
  kind('equals', 'characters', list, '='),
  kind('escapes', 'escapes', `${list}keyword=`, '%e7'),
  kind('whole-escapes', 'escapes', `${list}keyword=`, '%e7%bd%90'),
  kind('broken-escapes', 'escapes', `${list}keyword=`, '%'),
  kind('plus', 'characters', `${list}keyword=`, '+'),
  kind('slashes', 'characters', '/api/', '/'),
  kind('segments', 'segments', '/api/', 'a/'),
  kind('dots', 'segments', '/api/', '../'),
  kind('path-escapes', 'escapes', '/api/', '%2e'),
];
