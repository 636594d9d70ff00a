import { expect, it } from 'vitest';
import { callsAnybody } from '../../src/core/model/called-steps.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();

/** Whether what a list of tasks tells of a record tells it from others: a number, a key, or two things beside the name. */
function isToldApart(model: EntityModel): boolean {
  const told = [model.label, ...model.labelDetail];
  const keys = [...model.unique.map(({ fields }) => fields), model.source.import?.key ?? []];
  return (
    told.some((key) => model.field.get(key)?.property.field === 'serial') ||
    keys.some((fields) => fields.length > 0 && fields.every((key) => told.includes(key))) ||
    model.labelDetail.length >= 2
  );
}

it('records for which somebody is called are told apart in his list of tasks', () => {
  const asks = ({ transitions }: EntityModel) =>
    Object.values(transitions).some(({ approve }) => approve !== undefined);
  // Rows are told under the record above them.
  const called = models.filter((model) => model.parent === undefined && (callsAnybody(model) || asks(model)));
  expect(called.length).toBeGreaterThan(8);
  expect(called.filter((model) => !isToldApart(model)).map(({ key }) => key)).toEqual([]);
});
