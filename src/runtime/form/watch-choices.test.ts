// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import type { ChoicePlace } from '../../field-types/field-services.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { createFormEngine } from './form-engine.ts';
import { watchChoices } from './watch-choices.ts';

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    required: [],
    properties: {
      kind: { title: '类别', field: 'select', type: 'string', dict: 'sample-kind' },
      note: { title: '说明', field: 'input', type: 'string' },
      keeper: {
        title: '保管人',
        field: 'reference',
        type: 'string',
        ref: { entity: 'user', where: 'sex == record.kind' },
      },
    },
  },
  form: { columns: 2 },
  detail: { header: [] },
  pages: { sample: { title: '样品', columns: ['kind'] } },
  transitions: {},
}));
const misfit = '保管人所选的记录不符合可选条件';

function formOf() {
  const engine = createFormEngine({
    page,
    stored: { id: '11', version: 1, kind: '1', keeper: '8' },
    environment: browserEnvironment(page, smallUser, { now: new Date('2026-11-20T04:00:00Z') }),
  });
  const places: (ChoicePlace | undefined)[] = [];
  const recordLabels = vi.fn(
    async (_target: string, ids: readonly string[], _signal: AbortSignal, place?: ChoicePlace) => {
      places.push(place);
      // The server offers the one record to the first kind alone.
      return place?.values?.kind === '1' ? ids.map((id) => ({ id, label: id })) : [];
    },
  );
  const end = watchChoices(engine, { recordLabels });
  const faults = () => engine.state.faults.map(({ msg }) => msg);
  return { engine, places, recordLabels, end, faults };
}

const rest = () => vi.advanceTimersByTimeAsync(600);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a chosen record that no longer fits stays, and its field says so until it fits again', async () => {
  const { engine, places, faults } = formOf();
  engine.enter('kind', '2');
  await rest();
  expect(places).toEqual([{ field: 'sample.keeper', values: { kind: '2' } }]);
  expect([engine.values().keeper, faults()]).toEqual(['8', [misfit]]);
  // Looking over the form does not make it fit.
  engine.leave('keeper');
  expect(engine.check('complete').map(({ msg }) => msg)).toEqual([misfit]);
  engine.enter('kind', '1');
  await rest();
  expect([faults(), engine.check('complete')]).toEqual([[], []]);
});

test('another choice takes the fault away', async () => {
  const { engine, faults } = formOf();
  engine.enter('kind', '2');
  await rest();
  engine.enter('keeper', '9', '样丙');
  expect(faults()).toEqual([]);
});

test('nothing is asked where no value of the condition has changed, and after the end', async () => {
  const { engine, recordLabels, end } = formOf();
  engine.enter('note', '换了说明');
  await rest();
  expect(recordLabels).not.toHaveBeenCalled();
  end();
  engine.enter('kind', '2');
  await rest();
  expect(recordLabels).not.toHaveBeenCalled();
});
