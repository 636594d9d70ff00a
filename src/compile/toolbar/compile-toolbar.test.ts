import { describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { compileToolbar, likelyActions, notedStep, permittedActions, recordActions } from './compile-toolbar.ts';

const { model, page } = smallPage();
const plan = compileToolbar(model, page);

describe('buttons of a page', () => {
  test('stand where they belong, deletion last', () => {
    expect(plan.toolbar.map(({ key }) => key)).toEqual(['add', 'weigh', 'export']);
    expect(plan.row.map(({ key }) => key)).toEqual(['edit', 'release', 'scrap', 'delete']);
    // 报废 asks for a field, which it cannot do for several records at once.
    expect(plan.batch.map(({ key }) => key)).toEqual(['release', 'print', 'delete']);
    // Whoever sees a record may print it; in a row of a list there is no room for that.
    expect(plan.detail.map(({ key }) => key)).toEqual([
      ...plan.row.slice(0, -1).map(({ key }) => key),
      'print',
      'delete',
    ]);
  });

  test('say what they need, ask and call', () => {
    expect(plan.row.find(({ key }) => key === 'delete')).toEqual({
      key: 'delete',
      kind: 'delete',
      title: '删除',
      button: 'sample_delete',
      danger: true,
      confirm: undefined,
      asks: [],
      message: undefined,
      page: undefined,
      operation: 'remove',
    });
    expect(plan.row.find(({ key }) => key === 'scrap')).toEqual({
      key: 'scrap',
      kind: 'transition',
      title: '报废',
      // Its creator needs no button, so only the record can say who may.
      button: undefined,
      danger: true,
      confirm: undefined,
      asks: [{ field: 'other', required: true }],
      message: undefined,
      page: undefined,
      operation: 'scrap',
    });
    expect(plan.row.find(({ key }) => key === 'release')?.button).toBe('sample_release');
  });

  test('need the right, and then the ability of the record', () => {
    const permitted = permittedActions(plan.row, (button) => ['sample_edit', 'sample_delete'].includes(button));
    expect(permitted.map(({ key }) => key)).toEqual(['edit', 'scrap', 'delete']);
    expect(recordActions(permitted, { edit: true, delete: false }).map(({ key }) => key)).toEqual(['edit']);
    expect(recordActions(permitted, undefined)).toEqual([]);
  });
});

test('what shares the right of a standard action leaves it its button, and what is due again some day does not stand out', () => {
  const { model: renewing, page: renewingPage } = smallPage((entity) => ({
    ...entity,
    transitions: {
      ...entity.transitions,
      renew: { title: '续期', from: ['1'], who: [{ field: 'taker' }], button: 'edit', waits: { from: 'createTime' } },
    },
    pages: { sample: { title: '样品', columns: ['name'], actions: ['edit', 'renew'] } },
  }));
  const { row } = compileToolbar(renewing, renewingPage);
  expect(row.map(({ key, kind }) => [key, kind])).toEqual([
    ['edit', 'edit'],
    ['renew', 'transition'],
  ]);
  const { ordered, first } = likelyActions(renewing, row, '1', () => false);
  expect([ordered.map(({ key }) => key), first?.key]).toEqual([['edit', 'renew'], 'edit']);
});

test('what a record waits for comes before what else can be done with it and stands out, and what ends it comes last', () => {
  const { model: waiting, page: waitingPage } = smallPage((entity) => ({
    ...entity,
    transitions: {
      hold: { title: '暂扣', from: ['1'], to: '2', who: ['creator'], waits: 'none' },
      ...entity.transitions,
      pass: { title: '放行', from: ['1'], to: '2', who: [{ field: 'taker' }] },
    },
    pages: { sample: { title: '样品', columns: ['name'], actions: ['scrap', 'delete', 'hold', 'edit', 'pass'] } },
  }));
  const { row } = compileToolbar(waiting, waitingPage);
  const actions = (state: string, blocked: string[] = [], offered = row) => {
    const { ordered, first } = likelyActions(waiting, offered, state, ({ key }) => blocked.includes(key));
    return [ordered.map(({ key }) => key).join(' '), first?.key];
  };
  expect(actions('1')).toEqual(['pass hold edit scrap delete', 'pass']);
  // While it is waited for nothing else stands out, though it cannot be done yet.
  expect(actions('1', ['pass'])).toEqual(['pass hold edit scrap delete', undefined]);
  // Nor what is done now and then, where nothing is waited for.
  const others = row.filter(({ key }) => key !== 'pass');
  expect(actions('1', [], others)).toEqual(['hold edit scrap delete', 'edit']);
  expect(actions('1', ['edit'], others)).toEqual(['hold edit scrap delete', 'delete']);
  expect(actions('2')[0]).toBe('hold edit pass scrap delete');
});

test('a page tells what keeps a record from going on, and is quiet of what is done now and then', () => {
  const noted = (waits: 'none' | 'call', left: readonly string[]) => {
    const { model: told, page: toldPage } = smallPage((entity) => ({
      ...entity,
      transitions: Object.fromEntries(
        Object.entries(entity.transitions ?? {})
          .filter(([key]) => left.includes(key))
          .map(([key, transition]) => [key, { ...transition, ...(key === 'release' ? { waits } : {}) }]),
      ),
      pages: { sample: { title: '样品', columns: ['name'], actions: ['edit', ...left] } },
    }));
    const { ordered } = likelyActions(told, compileToolbar(told, toldPage).row, '1', () => false);
    return notedStep(told, ordered)?.key;
  };
  expect(noted('call', ['release'])).toBe('release');
  expect(noted('none', ['release'])).toBeUndefined();
  expect(noted('none', ['release', 'scrap'])).toBe('scrap');
});

test('an entity that only the platform writes can neither be added to nor edited', () => {
  const { model: kept, page: keptPage } = smallPage(({ transitions: _, states: __, actions: ___, ...entity }) => ({
    ...entity,
    readOnly: true,
    pages: { sample: { title: '样品', columns: ['name'], actions: ['add', 'edit', 'view', 'import', 'export'] } },
  }));
  const toolbar = compileToolbar(kept, keptPage);
  expect([toolbar.toolbar.map(({ key }) => key), toolbar.row.map(({ key }) => key)]).toEqual([['export'], ['view']]);
});
