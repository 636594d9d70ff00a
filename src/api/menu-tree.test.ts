import { describe, expect, it } from 'vitest';
import { buildMenuTree, firstLeaf, matchMenu, menuLeaves, menuTrail } from './menu-tree.ts';
import { permissionsOf, type WireMenuItem } from './system.ts';

const item = (code: string, more: Partial<WireMenuItem> = {}): WireMenuItem => ({
  id: code,
  code,
  name: code,
  alias: 'menu',
  path: `/safety/${code}`,
  ...more,
});

describe('buildMenuTree', () => {
  it('takes the path of an item with alias menu from its path, else from its parent and name', () => {
    const [group] = buildMenuTree([
      item('base', {
        children: [item('law', { path: '', name: '法规' }), item('rules', { path: '/safety/base/rules' })],
      }),
    ]);
    expect(group?.children.map((child) => child.path)).toEqual(['/safety/base/法规', '/safety/base/rules']);
  });

  it('makes no route of an item with neither path nor alias menu', () => {
    expect(buildMenuTree([item('x', { alias: '', path: '' })])).toEqual([]);
  });

  it('binds a leaf to its code, and to a file path where the code begins with @', () => {
    const [law, file] = buildMenuTree([item('law'), item('@dashboards/overview')]);
    expect(law?.binding).toEqual({ kind: 'code', code: 'law' });
    expect(file?.binding).toEqual({ kind: 'file', path: 'dashboards/overview' });
  });

  it('skips the home variants as children only', () => {
    const homes = ['homePage', 'homeworkshop'].map((code) => item(code));
    const [group, top] = buildMenuTree([item('board', { children: [...homes, item('other')] }), item('homePage')]);
    expect(group?.children.map((child) => child.code)).toEqual(['other']);
    expect(top?.path).toBe('/safety/homePage');
  });

  it('hides items flagged isShow, and opens the two special paths and windows in a new tab', () => {
    const [hidden, led, video, other] = buildMenuTree([
      item('a', { isShow: 1 }),
      item('ledView', { path: '/led' }),
      item('videoMonitoring', { path: '/safety/videoMonitoring/index' }),
      item('b', { isOpen: 2, isShow: '0' }),
    ]);
    expect([hidden?.hidden, other?.hidden]).toEqual([true, false]);
    expect([hidden?.newTab, led?.newTab, video?.newTab, other?.newTab]).toEqual([false, true, true, true]);
  });

  it('drops a container whose children make no route', () => {
    expect(buildMenuTree([item('board', { children: [item('homePage')] })])).toEqual([]);
  });
});

describe('matchMenu', () => {
  const tree = buildMenuTree([
    item('led', { path: '/led' }),
    item('base', { children: [item('hidden', { isShow: 1 }), item('law', { path: '/safety/base/law' })] }),
  ]);

  it('finds the leaf of a path and what follows it', () => {
    expect(matchMenu(tree, '/safety/base/law/edit/7')).toMatchObject({ leaf: { code: 'law' }, rest: '/edit/7' });
    expect(matchMenu(tree, '/safety/base/law/')).toMatchObject({ leaf: { code: 'law' }, rest: '' });
    expect(matchMenu(tree, '/safety/base/lawless')).toBeUndefined();
  });

  it('finds a container by its exact path', () => {
    expect(matchMenu(tree, '/safety/base')).toMatchObject({ kind: 'container', node: { code: 'base' } });
    expect(matchMenu(tree, '/safety/base/nothing')).toBeUndefined();
  });

  it('takes the first child that shows and opens here', () => {
    expect(firstLeaf(tree)?.code).toBe('law');
    expect(menuLeaves(tree).map((leaf) => leaf.code)).toEqual(['led', 'hidden', 'law']);
    expect(menuTrail(tree, 'law').map((node) => node.code)).toEqual(['base', 'law']);
  });
});

it('makes the permission map of the leaf codes', () => {
  const tree = [
    {
      code: 'base',
      children: [
        { code: 'law', children: [{ code: 'law_add' }] },
        { code: 'x_view', children: [] },
      ],
    },
  ];
  expect(permissionsOf(tree)).toEqual({ law_add: true, x_view: true });
});
