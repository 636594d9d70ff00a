import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '危险化学品',
    field: 'subTable',
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: {
      type: 'object',
      required: ['name', 'quantity'],
      properties: {
        name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
        quantity: { title: '存量', field: 'number', type: 'number', scale: 2, minimum: 0, unit: 't' },
        limit: { title: '临界量', field: 'number', type: 'number', scale: 2, minimum: 0, unit: 't' },
        state: {
          title: '物态',
          field: 'select',
          type: 'string',
          options: { gas: { title: '气体', order: 10 }, liquid: { title: '液体', order: 20 } },
        },
        share: { title: 'q/Q', field: 'calculate', type: 'number', scale: 4, compute: 'quantity / limit' },
      },
    },
  },
  valid: [
    {
      value: [
        { name: '苯', quantity: 12.5, limit: 50, state: 'liquid', share: 0.25 },
        { name: '甲苯', quantity: 3 },
      ],
      text: '2行：苯，12.5，50，液体，0.25；甲苯，3',
    },
    { value: [{}], text: '1行' },
  ],
  invalid: [
    { value: '苯', message: '须为行的列表' },
    { value: ['苯'], message: '须为行的列表' },
    { value: [], message: '至少1行，现有0行' },
    { value: [{}, {}, {}, {}], message: '最多3行，现有4行' },
  ],
  parse: [
    { text: '', value: null },
    { text: '苯', message: '子表不能从文本读取' },
  ],
};
