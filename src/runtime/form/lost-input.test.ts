// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { serverNow } from '../../api/plant-clock.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { keepLocalDraft, readLocalDraft } from './draft-store.ts';
import { createFormEngine, type FormEngine } from './form-engine.ts';

function form(change?: (entity: Entity) => Entity): FormEngine {
  const page = smallPage(change);
  return createFormEngine({ page, environment: browserEnvironment(page, smallUser), access: () => 'write' });
}

const plain = {
  name: { title: '名称', field: 'input', type: 'string' },
  amount: { title: '数量', field: 'number', type: 'number', scale: 2, unit: '千克' },
};

/** The made-up entity with no more than these fields. */
const bare =
  (properties: object, label = 'name') =>
  (entity: Entity): Entity => ({
    dialect: 1,
    entity: entity.entity,
    title: entity.title,
    label,
    api: entity.api,
    record: { type: 'object', properties: properties as Entity['record']['properties'] },
    pages: { sample: { title: '样品', actions: ['add'], grants: { everyone: ['view', 'add'] } } },
  });

it('names what was typed into a field that is gone, as it was shown', () => {
  const old = form(bare(plain));
  old.enter('amount', 12.5);
  old.enter('name', '甲');
  const next = form(bare({ name: plain.name }));
  expect(next.restore(old.snapshot())).toEqual([{ id: 'amount', title: '数量', text: '12.5 千克' }]);
  expect(next.values().name).toBe('甲');
});

it('names it too where it comes from a draft that was kept while the field was there', () => {
  const old = form(bare(plain));
  old.enter('amount', 12.5);
  expect(keepLocalDraft('draft', { ...old.snapshot(), savedAt: serverNow(), version: 1 })).toBe(true);
  const kept = readLocalDraft('draft');
  if (kept === undefined) throw new Error('nothing was kept');
  expect(form(bare({ name: plain.name })).restore(kept)).toEqual([{ id: 'amount', title: '数量', text: '12.5 千克' }]);
});

it('says nothing of fields that were renamed, or were left empty', () => {
  const old = form(bare(plain));
  old.enter('amount', 1);
  old.enter('amount', null);
  old.enter('name', '甲');
  const next = form(bare({ caption: { ...plain.name, id: 'name' } }, 'caption'));
  expect(next.restore(old.snapshot())).toEqual([]);
});

it('names a text whose field became a number, and does not enter it there', () => {
  const old = form(bare(plain));
  old.enter('name', '十二');
  const next = form(bare({ name: { title: '名称', field: 'number', type: 'number' }, amount: plain.amount }));
  expect(next.restore(old.snapshot())).toEqual([{ id: 'name', title: '名称', text: '十二' }]);
  expect(next.values().name ?? null).toBeNull();
});

it('names what stands in a field that has been closed to the person meanwhile', () => {
  const old = form(bare(plain));
  old.enter('amount', 3);
  const page = smallPage(bare(plain));
  const next = createFormEngine({
    page,
    environment: browserEnvironment(page, smallUser),
    access: (field) => (field === 'amount' ? 'read' : 'write'),
  });
  expect(next.restore(old.snapshot())).toEqual([{ id: 'amount', title: '数量', text: '3 千克' }]);
});

it('names a column that is gone row by row, and nothing twice where its table is', () => {
  const rows = (columns: object) => ({
    ...plain,
    rows: {
      title: '明细',
      field: 'subTable',
      type: 'array',
      items: { type: 'object', properties: columns },
    },
  });
  const old = form(bare(rows({ part: { ...plain.name, title: '部位' }, note: { ...plain.name, title: '备注' } })));
  old.enter('rows', [{ part: '阀门', note: '漏' }, { part: '法兰' }]);
  const narrow = form(bare(rows({ part: { ...plain.name, title: '部位' } })));
  expect(narrow.restore(old.snapshot())).toEqual([{ id: 'rows.note', title: '明细 · 备注', text: '漏\n' }]);
  expect(
    form(bare(plain))
      .restore(old.snapshot())
      .map(({ id }) => id),
  ).toEqual(['rows']);
});
