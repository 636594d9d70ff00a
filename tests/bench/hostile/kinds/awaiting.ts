import { readTaskListRequest } from '../../../../server/flow/approval/task-lists.ts';
import { readPageAwaiting } from '../../../../server/flow/turns/page-awaiting.ts';
import { largestHeaders } from '../../../../server/http/plugins/connections.ts';
import type { HostileKind } from '../hostile-kind.ts';
import { AWAITING_PAGE, openRecordServer } from '../record-server.ts';
import { repeatedly } from '../repeated.ts';

/** What waits on a page, asked for with one text over and over in an argument. */
const kind = (argument: 'keyword' | 'page' | 'whose' | 'current', part: string): HostileKind => ({
  name: `awaiting-${argument}`,
  unit: 'characters',
  largest: Math.floor((largestHeaders - 1_000) / Buffer.byteLength(encodeURIComponent(part))) * part.length,
  ground: 'records',
  async open() {
    const server = await openRecordServer();
    const reader = await server.reader();
    const read = (text: string) => {
      const given: Readonly<Record<string, string>> = { page: AWAITING_PAGE, whose: 'all', [argument]: text };
      const request = readTaskListRequest(reader.snapshot, (name) => (name === 'page' ? undefined : given[name]));
      return server.database.withTenant(reader.context.tenantId, (connection) =>
        readPageAwaiting(reader, connection, { ...request, page: given.page ?? '', whose: given.whose }),
      );
    };
    // What is asked reaches the page at all.
    await server.database.withTenant(reader.context.tenantId, (connection) =>
      readPageAwaiting(reader, connection, { current: 1, size: 20, keyword: 'x', page: AWAITING_PAGE, whose: 'all' }),
    );
    return { ...repeatedly((size) => part.repeat(Math.ceil(size / part.length)), read), close: () => server.close() };
  },
});

/** Queries of what waits in front of the list of a page. */
export const awaiting: readonly HostileKind[] = [
  kind('keyword', '%_\\'),
  kind('page', 'x'),
  kind('whose', 'mine'),
  kind('current', '9'),
];
