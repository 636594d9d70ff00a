import { describe, expect, it } from 'vitest';
import { order } from '../../../tests/fixtures/entities/order.ts';
import type { Entity } from '../dialect/entity.generated.ts';
import { addressed, locate } from './address.ts';
import { whatItSays } from './identities.ts';
import { mergeOverlay } from './merge-overlay.ts';
import type { OverlayEdit } from './overlay.ts';

const late = { when: 'amount <= 100', else: '不能超过100' };
const lawful = { when: 'amount >= 1', else: '不能少于1（GB 30871-2022 第5.2.1条）' };

const shipped = order(
  {
    amount: { title: '数量', field: 'number', type: 'number', id: 'count', rules: [late, lawful] },
    lines: {
      title: '明细',
      field: 'subTable',
      type: 'array',
      items: {
        type: 'object',
        required: ['item'],
        properties: {
          item: { title: '物品', field: 'input', type: 'string' },
          kind: {
            title: '种类',
            field: 'radio',
            type: 'string',
            options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
          },
        },
      },
    },
  },
  {
    required: ['no'],
    form: { sections: { base: { title: '基本', fields: ['no', 'amount', 'lines'] } } },
    pages: {
      order: {
        title: '订单',
        columns: ['no', { field: 'amount', width: 120 }],
        filters: ['no'],
        sort: ['-amount', 'no'],
        actions: ['add', 'check'],
        grants: { teamLeader: ['view', 'add'] },
      },
    },
    states: {
      draft: { title: '草稿', initial: true },
      open: { title: '进行中', timers: { remind: { at: 'now()', notify: ['creator'], message: '该办了' } } },
    },
    transitions: {
      check: {
        title: '核对',
        from: ['draft'],
        to: 'open',
        who: ['creator', { role: 'teamLeader' }],
        fields: { amount: { required: true } },
        approve: { levels: { first: { who: [{ role: 'safetyOfficer' }] }, second: { who: [{ role: 'principal' }] } } },
      },
    },
  },
);

const merge = (...edits: OverlayEdit[]) => mergeOverlay(shipped, edits);
const page = ['pages', 'order'];
const levels = ['transitions', 'check', 'approve', 'levels'];
const columns = ['record', 'properties', 'lines', 'items', 'properties'];

describe('an overlay changes one by one', () => {
  it('columns of a list: one more, one less, one wider, one elsewhere', () => {
    const { entity, conflicts } = merge(
      { edit: 'add', at: [...page, 'columns', 'lines'], after: 'no', value: 'lines' },
      { edit: 'set', at: [...page, 'columns', 'no'], property: 'width', base: null, value: 200 },
      { edit: 'move', at: [...page, 'columns', 'count'], after: null, base: { after: 'no' } },
    );
    expect(conflicts).toEqual([]);
    expect(entity.pages?.order?.columns).toEqual([
      { field: 'amount', width: 120 },
      { field: 'no', width: 200 },
      'lines',
    ]);
    expect(merge({ edit: 'hide', at: [...page, 'columns', 'count'] }).entity.pages?.order?.columns).toEqual(['no']);
  });

  it('and what an upgrade adds beside a column that was hidden is there', () => {
    const upgraded: Entity = {
      ...shipped,
      pages: { order: { ...shipped.pages?.order, title: '订单', columns: ['no', 'amount', 'lines'] } },
    };
    const { entity } = mergeOverlay(upgraded, [{ edit: 'hide', at: [...page, 'columns', 'no'] }]);
    expect(entity.pages?.order?.columns).toEqual(['amount', 'lines']);
  });

  it('filters, orders, buttons and what roles may', () => {
    const { entity, conflicts } = merge(
      { edit: 'add', at: [...page, 'filters', 'count'], after: 'no', value: 'count' },
      { edit: 'hide', at: [...page, 'sort', '-count'] },
      { edit: 'hide', at: [...page, 'actions', 'add'] },
      { edit: 'add', at: [...page, 'grants', 'teamLeader', 'export'], after: 'add', value: 'export' },
      { edit: 'add', at: [...page, 'grants', 'safetyOfficer', 'view'], after: null, value: 'view' },
    );
    expect(conflicts).toEqual([]);
    expect(entity.pages?.order).toMatchObject({
      filters: ['no', 'amount'],
      sort: ['no'],
      actions: ['check'],
      grants: { teamLeader: ['view', 'add', 'export'] },
    });
  });

  it('columns of a sub-table, with their options and whether they are required', () => {
    const { entity, conflicts } = merge(
      { edit: 'set', at: [...columns, 'item'], property: 'title', base: '物品', value: '货物' },
      { edit: 'set', at: [...columns, 'kind'], property: 'required', base: false, value: true },
      { edit: 'add', at: [...columns, 'kind', 'options', 'c'], after: 'a', value: { title: '丙', order: 15 } },
      {
        edit: 'add',
        at: [...columns, 'weight'],
        after: 'item',
        value: { title: '重量', field: 'number', type: 'number' },
      },
    );
    expect(conflicts).toEqual([]);
    const { items } = entity.record.properties.lines ?? {};
    expect(items?.required).toEqual(['item', 'kind']);
    expect(Object.keys(items?.properties ?? {})).toEqual(['item', 'weight', 'kind']);
    expect(items?.properties?.item?.title).toBe('货物');
    expect(items?.properties?.kind?.options).toMatchObject({ a: { order: 10 }, c: { order: 20 }, b: { order: 30 } });
  });

  it('levels, timers and people of steps', () => {
    const { entity, conflicts } = merge(
      { edit: 'add', at: [...levels, 'third'], after: 'first', value: { who: [{ role: 'safetyDirector' }] } },
      { edit: 'hide', at: [...levels, 'second'] },
      { edit: 'set', at: [...levels, 'first'], property: 'vote.signature', base: null, value: true },
      { edit: 'set', at: ['states', 'open', 'timers', 'remind'], property: 'every', base: null, value: 'days(1)' },
      { edit: 'hide', at: ['transitions', 'check', 'who', 'creator'] },
      { edit: 'set', at: ['transitions', 'check', 'fields', 'count'], property: 'required', base: true, value: null },
    );
    expect(conflicts).toEqual([]);
    const { check } = entity.transitions ?? {};
    expect(Object.entries(check?.approve?.levels ?? {})).toEqual([
      ['first', { who: [{ role: 'safetyOfficer' }], vote: { signature: true } }],
      ['third', { who: [{ role: 'safetyDirector' }] }],
    ]);
    expect(check?.who).toEqual([{ role: 'teamLeader' }]);
    expect(check?.fields).toEqual({ amount: {} });
    expect(entity.states?.open?.timers?.remind?.every).toBe('days(1)');
  });

  it('rules, by what they say', () => {
    const rules = ['record', 'properties', 'count', 'rules'];
    const { entity, conflicts } = merge(
      { edit: 'set', at: [...rules, whatItSays(late)], property: 'else', base: late.else, value: '至多100' },
      { edit: 'add', at: [...rules, 'even'], after: null, value: { when: 'amount % 2 == 0', else: '须为偶数' } },
      { edit: 'set', at: [...rules, 'even'], property: 'else', base: null, value: '须是偶数' },
    );
    expect(conflicts).toEqual([]);
    expect(entity.record.properties.amount?.rules).toEqual([
      { when: 'amount % 2 == 0', else: '须是偶数' },
      { ...late, else: '至多100' },
      lawful,
    ]);
  });

  it('not a rule that names its clause', () => {
    const { entity, conflicts } = merge({
      edit: 'hide',
      at: ['record', 'properties', 'count', 'rules', whatItSays(lawful)],
    });
    expect(conflicts).toMatchObject([{ reason: 'locked', clause: 'GB 30871-2022 第5.2.1条' }]);
    expect(entity).toEqual(shipped);
  });

  it('and no list as a whole, nor what only the file says', () => {
    const { conflicts } = merge(
      { edit: 'set', at: page, property: 'columns', base: null, value: ['no'] },
      { edit: 'set', at: [], property: 'states', base: null, value: {} },
      { edit: 'set', at: [], property: 'api.base', base: 'orders', value: 'others' },
      { edit: 'set', at: [], property: 'nothing', base: null, value: 1 },
      { edit: 'move', at: ['form', 'sections', 'base', 'fields', 'no'], after: null },
      { edit: 'hide', at: ['states', 'open'] },
      { edit: 'hide', at: ['form'] },
    );
    expect(conflicts.map(({ reason }) => reason)).toEqual(Array(7).fill('refused'));
  });

  it('an entry whose field was renamed by an upgrade', () => {
    const { amount, ...others } = shipped.record.properties;
    const upgraded: Entity = {
      ...shipped,
      record: { ...shipped.record, properties: { ...others, quantity: { ...amount, id: 'count' } as never } },
      pages: { order: { title: '订单', columns: ['no', 'quantity'], filters: ['no'] } },
    };
    const { entity, conflicts } = mergeOverlay(upgraded, [
      { edit: 'hide', at: [...page, 'columns', 'count'] },
      { edit: 'add', at: [...page, 'filters', 'count'], after: 'no', value: 'count' },
    ]);
    expect(conflicts).toEqual([]);
    expect(entity.pages?.order).toMatchObject({ columns: ['no'], filters: ['no', 'quantity'] });
  });
});

describe('what stands in the outcome of a merge', () => {
  const rules = ['record', 'properties', 'count', 'rules'];
  const more = { when: 'amount > 5', else: '太少' };
  const entriesOf = (entity: Entity, at: readonly string[]) => {
    const list = locate(addressed(entity), at)?.value;
    return Array.isArray(list) ? addressed(entity).identities.of(list) : [];
  };

  it('is called as the edits called it: what was added or changed can be changed again', () => {
    const edits: OverlayEdit[] = [
      { edit: 'add', at: [...rules, 'own1'], after: null, value: more },
      { edit: 'set', at: [...rules, whatItSays(late)], property: 'else', base: late.else, value: '过多' },
    ];
    expect(entriesOf(merge(...edits).entity, rules).slice(0, 2)).toEqual(['own1', whatItSays(late)]);
    const again: OverlayEdit[] = [
      ...edits,
      { edit: 'set', at: [...rules, 'own1'], property: 'else', base: null, value: '不足' },
      { edit: 'set', at: [...rules, whatItSays(late)], property: 'else', base: late.else, value: '超出' },
    ];
    const { entity, conflicts } = merge(...again);
    expect(conflicts).toEqual([]);
    expect(entity.record.properties.amount?.rules?.map((rule) => rule.else)).toEqual(['不足', '超出', lawful.else]);
  });

  it('brings the lists within it, whose entries are changed one by one', () => {
    const third = { who: [{ role: 'safetyOfficer' }, { role: 'principal' }] };
    const add: OverlayEdit = { edit: 'add', at: [...levels, 'third'], after: 'second', value: third };
    const who = [...levels, 'third', 'who'];
    const names = entriesOf(merge(add).entity, who);
    expect(names).toHaveLength(2);
    const { entity, conflicts } = merge(
      add,
      { edit: 'hide', at: [...who, names[0] ?? ''] },
      { edit: 'add', at: [...who, 'own2'], after: null, value: { role: 'teamLeader' } },
    );
    expect(conflicts).toEqual([]);
    expect(entity.transitions?.check?.approve?.levels?.third?.who).toEqual([
      { role: 'teamLeader' },
      { role: 'principal' },
    ]);
    expect(entriesOf(entity, who)).toEqual(['own2', names[1]]);
  });
});
