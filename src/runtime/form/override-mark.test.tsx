// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradedEvent } from '../../../tests/fixtures/graded-event.ts';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { type FieldServices, FieldServicesProvider } from '../../field-types/field-services.ts';
import { copyOf } from '../actions/copy-record.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import { FormView } from './FormView.tsx';
import { createFormEngine, type FormEngine } from './form-engine.ts';

let holder: HTMLElement;
let root: Root;
let engine: FormEngine;

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  holder = document.body.appendChild(document.createElement('div'));
  root = createRoot(holder);
});
afterEach(() => {
  act(() => root.unmount());
  engine.dispose();
  holder.remove();
});

const page = smallPage(() => ({ ...gradedEvent, pages: { sample: { title: '事件', columns: ['title'] } } }));

function open(stored: RecordData | undefined, roles: readonly string[] = ['officer']): void {
  engine = createFormEngine({
    page,
    stored,
    environment: browserEnvironment(page, { ...smallUser, roles: [...roles] }, { stored }),
  });
  act(() =>
    root.render(
      <FieldServicesProvider value={{} as FieldServices}>
        <FormView engine={engine} id="f" lazy={false} />
      </FieldServicesProvider>,
    ),
  );
}

const item = (key: string): HTMLElement | null => holder.querySelector(`[data-field="${key}"]`);
const said = (key: string): string => item(key)?.querySelector('.anlan-override')?.textContent ?? '';
const press = (label: string): void => act(() => holder.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click());
function enter(key: string, value: unknown): void {
  act(() => engine.enter(key, value));
  act(() => engine.settle());
}

const stored = {
  id: '1',
  version: 1,
  title: '泄漏',
  lost: 200,
  level: 'plain',
  levelComputed: 'plain',
  remind: 'no',
  status: 'open',
};
const graver = {
  ...stored,
  ...{ level: 'grave', levelOverride: 'grave', levelOverrideReason: '影响厂外', remind: 'yes' },
  ...{ levelOverrideBy: 'u2', levelOverrideByLabel: '李工' },
};

describe('a computed value in a form that people may override', () => {
  it('says that it is the system’s, opens an entry, and says that it is a person’s with what the system computes', () => {
    open(stored);
    expect([said('level'), item('levelOverride'), item('levelOverrideReason')]).toEqual(['自动改定', null, null]);
    press('改定等级');
    expect(item('levelOverride')).not.toBeNull();
    expect(item('levelOverrideReason')).toBeNull();
    enter('levelOverride', 'grave');
    expect(item('levelOverrideReason')).not.toBeNull();
    expect(document.getElementById('f-level')?.textContent).toBe('较大');
    expect(said('level')).toBe('人工系统计算：一般恢复自动');
    expect(engine.values().remind).toBe('yes');
    expect(engine.check('complete')).toEqual([{ pointer: '/levelOverrideReason', msg: '请输入等级改定理由' }]);
    enter('levelOverrideReason', '影响厂外');
    expect(engine.check('complete')).toEqual([]);
    expect(engine.body()).toEqual({ id: '1', version: 1, levelOverride: 'grave', levelOverrideReason: '影响厂外' });
    press('等级恢复自动');
    act(() => engine.settle());
    expect([item('levelOverride'), item('levelOverrideReason'), said('level')]).toEqual([null, null, '自动改定']);
    expect(document.getElementById('f-level')?.textContent).toBe('一般');
    expect(engine.body()).toEqual({ id: '1', version: 1 });
  });

  it('refuses what may not stand beside the computed value, as the server does', () => {
    open(stored);
    press('改定等级');
    enter('levelOverride', 'light');
    enter('levelOverrideReason', '小事');
    expect(document.getElementById('f-level')?.textContent).toBe('一般');
    const msg = '等级不能改定为“轻微”：系统计算为“一般”，不符合改定的条件';
    let faults: readonly unknown[] = [];
    act(() => {
      faults = engine.check('complete');
    });
    expect(faults).toEqual([{ pointer: '/levelOverride', msg }]);
    expect(item('levelOverride')?.textContent).toContain(msg);
  });

  it('follows inputs, and says when what a person has put there no longer holds', () => {
    open({ ...graver, lost: 10, level: 'plain', levelComputed: 'light', levelOverride: 'plain' });
    expect(said('level')).toBe('人工系统计算：轻微李工改定恢复自动');
    enter('lost', 5000);
    expect(document.getElementById('f-level')?.textContent).toBe('较大');
    expect(said('level')).toBe('自动人工的“一般”不符合改定的条件，按系统计算李工改定恢复自动');
    expect(engine.check('complete')).toEqual([]);
    enter('lost', 20);
    expect(said('level')).toBe('人工系统计算：轻微李工改定恢复自动');
  });

  it('tells whoever may not override the same, and offers nothing', () => {
    open(graver, ['hand']);
    expect(said('level')).toBe('人工系统计算：一般理由：影响厂外李工改定');
    expect([item('levelOverride'), item('levelOverrideReason')]).toEqual([null, null]);
    enter('lost', 300);
    expect(engine.body()).toEqual({ id: '1', version: 1, lost: 300 });
  });

  it('lets a yes or no and a number be entered, of which nothing is no value and nought is one', () => {
    open({ ...stored, insured: true, insuredComputed: true, cost: 100, costComputed: 100 });
    press('改定费用');
    enter('costOverride', 0);
    expect([said('cost'), document.getElementById('f-cost')?.textContent]).toEqual(['人工系统计算：100恢复自动', '0']);
    enter('costOverride', null);
    // Its entry stays while one types.
    expect([item('costOverride') !== null, said('cost')]).toEqual([true, '自动恢复自动']);
    press('改定已投保');
    enter('insuredOverride', '0');
    expect([said('insured'), document.getElementById('f-insured')?.textContent]).toEqual([
      '人工系统计算：是恢复自动',
      '否',
    ]);
    expect(engine.check('complete')).toEqual([]);
    expect(engine.body()).toEqual({ id: '1', version: 1, insuredOverride: '0' });
  });
});

it('a copy of a record starts without what people have decided of it', () => {
  open(graver);
  const copy = copyOf(page.model, graver, (name) => `${name}（副本）`);
  expect(copy).toEqual({ title: '泄漏（副本）', lost: 200 });
});
