import { expect, test } from 'vitest';
import { screenPrograms } from './screen-programs.ts';

test('programs are read as their records tell them; what has no words has nothing to show', () => {
  const { name, width, height, programs } = screenPrograms({ screenName: '东门屏', width: '512', height: null }, [
    { id: '1', lunboArchText: '今日东门施工', fontSize: '40', playSeconds: 15, priority: '2', bgColor: '' },
    { id: '2', lunboArchText: null, programType: 'image' },
    { lunboArchText: '没有编号' },
  ]);
  expect([name, width, height]).toEqual(['东门屏', 512, null]);
  expect(programs).toHaveLength(1);
  expect(programs[0]).toMatchObject({
    media: [],
    id: '1',
    fontSize: 40,
    playSeconds: 15,
    priority: '2',
    bgColor: null,
    sort: null,
  });
});

test('rubbish is no number', () => {
  const [program] = screenPrograms({}, [
    { id: '1', lunboArchText: '字', fontSize: 'big', playSeconds: Number.NaN },
  ]).programs;
  expect([program?.fontSize, program?.playSeconds]).toEqual([null, null]);
});

test('files are pictures and films by what they are; the others have no look', () => {
  const mediaFiles = [
    { file: '7', kind: 'image/png', size: 5, width: 64, height: 32 },
    { file: '8', kind: 'video/mp4', size: 9, seconds: '2.5' },
    { file: '9', kind: 'text/html', size: 9 },
    { kind: 'image/png' },
    null,
  ];
  const [program] = screenPrograms({}, [{ id: '1', programType: 'image', mediaFiles }]).programs;
  expect(program?.media).toEqual([
    { file: '7', kind: 'image', seconds: null },
    { file: '8', kind: 'video', seconds: 2.5 },
  ]);
});
