import { describe, expect, it } from 'vitest';
import {
  closeAll,
  closeOthers,
  closeSide,
  closeTab,
  DEFAULT_TAB,
  type OpenTab,
  visitTab,
  withDefaultTab,
} from './tabs.ts';

const tab = (path: string, name = path): OpenTab => ({ path, title: path, name, query: '' });
const tabs = [tab(DEFAULT_TAB), tab('/a'), tab('/b'), tab('/c')];
const paths = (list: readonly OpenTab[]) => list.map((open) => open.path);

describe('tabs', () => {
  it('opens each visited page once and never those without a tab', () => {
    const first = visitTab([], tab('/a'));
    expect(paths(visitTab(first, { ...tab('/a'), query: '?x=1' }))).toEqual(['/a']);
    for (const name of [
      'taskview',
      'taskadd',
      'approver',
      'TakeExam',
      'controlMeasuresAdd',
      'controlMeasuresEdit',
      'ledView',
      '404',
    ]) {
      expect(visitTab(first, tab('/x', name))).toBe(first);
    }
  });

  it('has the default tab first where it is the home of the person', () => {
    expect(paths(withDefaultTab([tab('/a')], true))).toEqual([DEFAULT_TAB, '/a']);
    expect(withDefaultTab(tabs, true)).toBe(tabs);
    expect(paths(withDefaultTab([tab('/a')], false))).toEqual(['/a']);
  });

  it('closes all others, and goes to the one that stays', () => {
    const others = closeOthers(tabs, '/b', '/c');
    expect('tabs' in others && paths(others.tabs)).toEqual([DEFAULT_TAB, '/b']);
    expect(others).toMatchObject({ goTo: '/b' });
    expect(closeOthers(tabs, '/b', DEFAULT_TAB)).toMatchObject({ goTo: undefined });
    expect(closeOthers([tab(DEFAULT_TAB)], DEFAULT_TAB, DEFAULT_TAB)).toEqual({ refused: 'last' });
  });

  it('makes the left neighbour active when the active tab closes', () => {
    expect(closeTab(tabs, '/b', '/b')).toMatchObject({ goTo: '/a' });
    expect(closeTab([tab('/a'), tab('/b')], '/a', '/a')).toMatchObject({ goTo: '/b' });
    expect(closeTab(tabs, '/b', '/a')).toMatchObject({ goTo: undefined });
  });

  it('gives no path when the last tab closes', () => {
    expect(closeTab([tab('/a')], '/a', '/a')).toEqual({ tabs: [], goTo: '' });
  });

  it('keeps the default tab', () => {
    expect(closeTab(tabs, DEFAULT_TAB, '/a')).toEqual({ refused: 'default' });
    const all = closeAll(tabs, '/a');
    expect('tabs' in all && paths(all.tabs)).toEqual([DEFAULT_TAB]);
    expect(closeAll([tab(DEFAULT_TAB)], DEFAULT_TAB)).toEqual({ refused: 'last' });
  });

  it('closes one side and says when there is nothing there', () => {
    const left = closeSide(tabs, '/b', '/a', 'left');
    expect('tabs' in left && paths(left.tabs)).toEqual([DEFAULT_TAB, '/b', '/c']);
    expect(left).toMatchObject({ goTo: '/b' });
    expect(closeSide(tabs, '/c', '/a', 'right')).toEqual({ refused: 'noneRight' });
    expect(closeSide(tabs, '/a', '/a', 'left')).toEqual({ refused: 'noneLeft' });
  });
});
