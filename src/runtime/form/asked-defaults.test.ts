import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { createFormEngine } from './form-engine.ts';

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    required: [],
    properties: {
      limit: { title: '上限', field: 'number', type: 'number', scale: 2 },
      reading: { title: '读数', field: 'number', type: 'number', scale: 2 },
      result: {
        title: '结果',
        field: 'radio',
        type: 'string',
        options: { bad: { title: '异常', order: 1 }, good: { title: '正常', order: 2 } },
        defaultFrom: "isNull(reading) ? null : reading > limit ? 'bad' : 'good'",
      },
      level: { title: '等级', field: 'input', type: 'string', default: '一般', visible: "result == 'bad'" },
      other: { title: '别的', field: 'number', type: 'number', scale: 2, defaultFrom: 'reading * 2' },
    },
  },
  label: 'level',
  form: { columns: 2 },
  detail: { header: [] },
  pages: { sample: { title: '样品', columns: ['reading'] } },
  transitions: {},
}));

const asked = ['reading', 'result', 'level'];
const engineOf = (stored: object) =>
  createFormEngine({
    page,
    stored: { id: '1', version: 1, limit: 75, reading: null, result: null, level: null, other: null, ...stored },
    asked,
    environment: browserEnvironment(page, smallUser),
  });

test('what a stored record is asked for the first time follows its default, and what is not asked stays', () => {
  const engine = engineOf({});
  expect(engine.values()).toMatchObject({ result: null });
  engine.enter('reading', 90);
  expect(engine.values()).toMatchObject({ result: 'bad', level: '一般', other: null });
  engine.enter('reading', 60);
  expect(engine.values()).toMatchObject({ result: 'good' });
  expect(engine.body()).toEqual({ id: '1', version: 1, reading: 60, result: 'good' });
});

test('what was answered before, or is entered by hand, follows nothing', () => {
  const answered = engineOf({ reading: 80, result: 'good' });
  answered.enter('reading', 90);
  expect(answered.values()).toMatchObject({ result: 'good' });
  const byHand = engineOf({});
  byHand.enter('result', 'good');
  byHand.enter('reading', 90);
  expect(byHand.values()).toMatchObject({ result: 'good' });
});
