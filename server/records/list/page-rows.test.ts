import { describe, expect, it } from 'vitest';
import { TOTAL } from '../../../src/compile/sql/list-query.ts';
import type { PageQueries } from '../../../src/compile/sql/page-query.ts';
import type { PlacedQuery, QueryInput } from '../../../src/compile/sql/query.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { TOTAL_CAP } from './list-request.ts';
import { readPageRows } from './page-rows.ts';

const query = (text: string): PlacedQuery => ({ text, name: text, parameters: [] });
const queries = (): PageQueries => ({ few: query('few'), many: query('many') });

const input = (offset = 0): QueryInput => ({
  tenantId: '645967',
  userId: '1',
  deptIds: [],
  deptTreeIds: [],
  values: { limit: 20, offset, status: 'closed' },
});

/** A database whose list has as many rows as it is told; it takes down what was asked on which connection. */
function database(total: () => number, free = true) {
  const asked: string[] = [];
  const connection = (name: string): Connection => ({
    tenantId: '645967',
    query: async <R>(text: string) => {
      asked.push(`${name}:${text}`);
      const rows = text === 'few' ? [{ id: total() > TOTAL_CAP ? null : 'few', [TOTAL]: total() }] : [{ id: 'many' }];
      return rows as R[];
    },
    execute: async () => 0,
  });
  const withSpare: Database['withSpare'] = (_, work) => (free ? work(connection('spare')) : undefined);
  return { asked, own: connection('own'), database: { withSpare } as Database };
}

describe('a page of a list', () => {
  it('with more rows than are counted is read after the count once, beside it from then on', async () => {
    const { asked, own, database: base } = database(() => TOTAL_CAP + 1);
    const both = queries();
    for (const offset of [0, 20]) {
      expect(await readPageRows(base, own, both, input(offset))).toEqual({
        rows: [{ id: 'many' }],
        total: TOTAL_CAP + 1,
      });
    }
    expect(asked).toEqual(['own:few', 'own:many', 'spare:many', 'own:few']);
  });

  it('is read on the own connection where no other is free', async () => {
    const { asked, own, database: base } = database(() => TOTAL_CAP + 1, false);
    const both = queries();
    await readPageRows(base, own, both, input());
    await readPageRows(base, own, both, input());
    expect(asked).toEqual(['own:few', 'own:many', 'own:few', 'own:many']);
  });

  it('that has become shorter is what the count found, and is not read beside it again', async () => {
    let total = TOTAL_CAP + 1;
    const { asked, own, database: base } = database(() => total);
    const both = queries();
    await readPageRows(base, own, both, input());
    total = 1;
    const few = { rows: [{ id: 'few', [TOTAL]: 1 }], total: 1 };
    expect(await readPageRows(base, own, both, input())).toEqual(few);
    expect(await readPageRows(base, own, both, input())).toEqual(few);
    expect(asked).toEqual(['own:few', 'own:many', 'spare:many', 'own:few', 'own:few']);
  });
});
