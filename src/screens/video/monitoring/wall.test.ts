import { expect, it } from 'vitest';
import { cameraTree, findCameras, type WallCamera } from './cameras.ts';
import { brightnessOf, hasMoved } from './motion.ts';
import { parseWallChoice, wallChoiceText } from './wall-choice.ts';

const camera = (id: string, areaId: string, name = `球机${id}`): WallCamera => ({
  ...{ id, name, areaId, areaName: `区域${areaId}`, location: '北侧立杆', status: '1', statusName: '在线' },
  isOnline: true,
  isAsked: true,
});

it('keeps what was chosen, and takes for nothing what nobody could have chosen', () => {
  const choice = { layout: 16, cameras: ['1', '2'] } as const;
  expect(parseWallChoice(wallChoiceText(choice), 4)).toEqual(choice);
  expect(parseWallChoice('', 9)).toEqual({ layout: 9, cameras: [] });
  expect(parseWallChoice('7|1,<b>,2', 4)).toEqual({ layout: 4, cameras: ['1', '2'] });
});

it('puts cameras below their areas; areas without one are left out, and no circle lasts', () => {
  const areas = [
    { id: 'a', label: '罐区', parentId: null },
    { id: 'b', label: '东罐区', parentId: 'a' },
    { id: 'c', label: '空', parentId: 'a' },
    { id: 'd', label: '自己', parentId: 'd' },
  ];
  const tree = cameraTree([camera('1', 'b'), camera('2', 'a'), camera('3', 'gone')], areas, '其他');
  const shape = (branches: typeof tree): unknown => branches.map(({ title, children }) => [title, shape(children)]);
  expect(shape(tree)).toEqual([
    [
      '罐区',
      [
        ['东罐区', [['球机1', []]]],
        ['球机2', []],
      ],
    ],
    ['其他', [['球机3', []]]],
  ]);
});

it('finds cameras by all of the words, in name, place or area', () => {
  const all = [camera('1', 'b', '东门球机'), camera('2', 'b', '西门球机')];
  expect(findCameras(all, '东门 区域b').map(({ id }) => id)).toEqual(['1']);
  expect(findCameras(all, '南门')).toEqual([]);
});

it('sees what moves, not noise, nor the light that goes on', () => {
  const grey = brightnessOf(Array.from({ length: 32 * 18 * 4 }, () => 100));
  const changed = (count: number, by: number) => grey.map((value, at) => (at < count ? value + by : value));
  expect(hasMoved(grey, grey)).toBe(false);
  expect(hasMoved(grey, changed(40, 60))).toBe(true);
  expect(hasMoved(grey, changed(576, 8))).toBe(false);
  expect(hasMoved(grey, changed(4, 90))).toBe(false);
  expect(hasMoved(grey, changed(576, 90))).toBe(false);
});
