import { describe, expect, it } from 'vitest';
import { menuItem } from '../../tests/fixtures/wire-samples.ts';
import { buildMenuTree, firstLeaf, matchMenu, menuLeaves, menuPlace, menuTrail, viewsOf } from './menu-tree.ts';
import { rightsOfButtons } from './system.ts';

describe('buildMenuTree', () => {
  it('takes the path of an item with alias menu from its path, else from its parent and name', () => {
    const [group] = buildMenuTree([
      menuItem({
        code: 'base',
        children: [
          menuItem({ code: 'law', path: '', name: '法规' }),
          menuItem({ code: 'rules', path: '/safety/base/rules' }),
        ],
      }),
    ]);
    expect(group?.children.map((child) => child.path)).toEqual(['/safety/base/法规', '/safety/base/rules']);
  });

  it('makes no route of an item with neither path nor alias menu', () => {
    expect(buildMenuTree([menuItem({ code: 'x', alias: '', path: '' })])).toEqual([]);
  });

  it('binds a leaf to its code, and to a file path where the code begins with @', () => {
    const [law, file] = buildMenuTree([menuItem({ code: 'law' }), menuItem({ code: '@dashboards/overview' })]);
    expect(law?.binding).toEqual({ kind: 'code', code: 'law' });
    expect(file?.binding).toEqual({ kind: 'file', path: 'dashboards/overview' });
  });

  it('skips the home variants as children only', () => {
    const homes = ['homePage', 'homeworkshop'].map((code) => menuItem({ code }));
    const [group, top] = buildMenuTree([
      menuItem({ code: 'board', children: [...homes, menuItem({ code: 'other' })] }),
      menuItem({ code: 'homePage' }),
    ]);
    expect(group?.children.map((child) => child.code)).toEqual(['other']);
    expect(top?.path).toBe('/safety/homePage');
  });

  it('hides items flagged isShow, and opens the two special paths and windows in a new tab', () => {
    const [hidden, led, video, other] = buildMenuTree([
      menuItem({ code: 'a', isShow: '1' }),
      menuItem({ code: 'ledView', path: '/led' }),
      menuItem({ code: 'videoMonitoring', path: '/safety/videoMonitoring/index' }),
      menuItem({ code: 'b', isOpen: '2', isShow: '0' }),
    ]);
    expect([hidden?.hidden, other?.hidden]).toEqual([true, false]);
    expect([hidden?.newTab, led?.newTab, video?.newTab, other?.newTab]).toEqual([false, true, true, true]);
  });

  it('drops a container whose children make no route', () => {
    expect(buildMenuTree([menuItem({ code: 'board', children: [menuItem({ code: 'homePage' })] })])).toEqual([]);
  });
});

describe('the views of a page', () => {
  const tree = buildMenuTree([
    menuItem({
      code: 'dangers',
      children: [
        menuItem({ code: 'register' }),
        menuItem({ code: 'toAssess', within: 'register', isShow: '1' }),
        menuItem({ code: 'statistics' }),
      ],
    }),
  ]);

  it('are the page and what stands within it, from whichever of them one looks', () => {
    for (const code of ['register', 'toAssess']) {
      expect(viewsOf(tree, code).map((view) => view.code)).toEqual(['register', 'toAssess']);
    }
    expect(viewsOf(tree, 'statistics')).toEqual([]);
    expect(viewsOf(tree, 'unknown')).toEqual([]);
  });

  it('stand in the side menu where their page does', () => {
    const places = menuLeaves(tree).map((leaf) => menuPlace(tree, leaf).code);
    expect(places).toEqual(['register', 'register', 'statistics']);
  });
});

describe('matchMenu', () => {
  const tree = buildMenuTree([
    menuItem({ code: 'led', path: '/led' }),
    menuItem({
      code: 'base',
      children: [menuItem({ code: 'hidden', isShow: '1' }), menuItem({ code: 'law', path: '/safety/base/law' })],
    }),
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
    { code: 'law', name: '法规', children: [{ code: 'law_add' }] },
    { code: 'x', name: '其他', children: [{ code: 'x_view' }] },
  ];
  expect(rightsOfButtons(tree)).toEqual({ law_add: true, x_view: true });
});
