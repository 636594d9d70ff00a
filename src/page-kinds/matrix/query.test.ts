import { expect, it } from 'vitest';
import { sample } from '../../../tests/fixtures/page-kinds/sample.ts';
import { buildModel } from '../../core/model/build-model.ts';
import type { RowsWanted, ViewAsk } from '../../core/model/page-query.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../definitions.generated.ts';
import { MOST_MATRIX_COLUMNS, MOST_MATRIX_ROWS } from './definition.ts';
import { query } from './query.ts';

it('reads a record for each cell that it can show', async () => {
  const { model } = buildModel(
    { ...sample, pages: { sample: { title: '样页' } } },
    {
      area: 'demo',
      registry: fieldTypes,
      pageKinds,
      dictionaries: { has: () => false, choices: () => undefined },
      entity: () => sample,
      settings: new Map(),
    },
  );
  const page = model.pages.sample;
  if (page === undefined) throw new Error('the sample has lost its page');
  const wished: RowsWanted[] = [];
  const ask: ViewAsk = {
    model,
    page,
    now: '2026-11-20 09:00:00',
    argument: () => undefined,
    refuse: (_, message) => new Error(message),
    narrows: () => false,
    sees: () => true,
    requireSeen: () => undefined,
    rows: async (wanted) => {
      wished.push(wanted);
      return { records: [], more: false, total: 0, totalCapped: false };
    },
    grouped: async () => [],
  };
  await query.read(ask, { rows: 'deptId', columns: 'day', cells: ['amount'] });
  expect(wished.map(({ most }) => most)).toEqual([MOST_MATRIX_ROWS * MOST_MATRIX_COLUMNS]);
});
