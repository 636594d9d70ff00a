import { expect, it } from 'vitest';
import { sample } from '../../../tests/fixtures/page-kinds/sample.ts';
import { buildModel } from '../../core/model/build-model.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../definitions.generated.ts';
import { moveFits } from './board-model.ts';
import type { ColumnSettings } from './definition-columns.ts';

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
const board = (by: string, move?: readonly string[]): ColumnSettings => ({
  by,
  columns: [],
  blank: false,
  lanes: undefined,
  move,
});
const leading = (settings: ColumnSettings, column: string | null): readonly string[] =>
  Object.values(model.transitions).flatMap((transition) =>
    moveFits(transition, settings, column) ? [transition.key] : [],
  );

it('a card goes by the transitions that lead to the state of its column, and nowhere where none does', () => {
  expect(leading(board('status'), 'done')).toEqual(['finish']);
  expect(leading(board('status'), 'draft')).toEqual([]);
  expect(leading(board('status', ['submit']), 'done')).toEqual([]);
});

it('a card goes to the column of a choice only by a transition that the board names and that asks for it', () => {
  expect(leading(board('level'), '1')).toEqual([]);
  expect(leading(board('level', ['finish', 'grade']), '1')).toEqual(['grade']);
  expect(leading(board('level', ['grade']), null)).toEqual([]);
});
