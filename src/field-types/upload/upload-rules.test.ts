import { describe, expect, test } from 'vitest';
import { admitUploads, moved, refusalLines } from './upload-rules.ts';

const file = (name: string, size = 10, lastModified = 1) => ({ name, size, lastModified });
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);
const batch = [file('a.pdf'), file('a.pdf'), file('big.pdf', 200 * 1024 * 1024), file('b.pdf')];
const line = ({ name, message }: { name: string; message: string }) => `${name}：${message}`;

test('of one choice the rest is taken', () => {
  const { admitted, refused } = admitUploads(batch, [], {});
  expect(names(admitted)).toEqual(['a.pdf', 'b.pdf']);
  expect(refused).toEqual([
    { name: 'a.pdf', message: '不能重复导入文件' },
    { name: 'big.pdf', message: '文件大小超限，最大100M' },
  ]);
});

test('the error of a batch is told once, or each where the field says so', () => {
  const { refused } = admitUploads(batch, [], {});
  expect(refusalLines(refused, {}, line)).toEqual(['不能重复导入文件']);
  expect(refusalLines(refused, { eachError: true }, line)).toEqual([
    'a.pdf：不能重复导入文件',
    'big.pdf：文件大小超限，最大100M',
  ]);
  expect(refusalLines([], {}, line)).toEqual([]);
});

describe('beyond the number of files', () => {
  const six = Array.from({ length: 6 }, (_, index) => ({ name: `${index}`, lastModified: 1 }));
  test('no more is taken', () => {
    const { admitted, refused } = admitUploads([file('a.pdf')], six, {});
    expect([admitted, refused]).toEqual([
      [],
      [{ name: 'a.pdf', message: '已超出上传文件数量限制, 最多可上传6个文件' }],
    ]);
  });
  test('as many are taken as there is room', () => {
    const { admitted, refused } = admitUploads([file('a.mp4'), file('b.mp4')], six.slice(0, 4), { media: 'video' });
    expect([names(admitted), refused]).toEqual([['a.mp4'], [{ name: 'b.mp4', message: '最多上传5个视频' }]]);
  });
});

test('pixels are asked where the field asks for them', () => {
  const [fits, wrong, unread] = [file('a.png'), file('b.png'), file('c.png')];
  const pixels = new Map([
    [fits, { width: 4, height: 3 }],
    [wrong, { width: 3, height: 4 }],
  ]);
  const { admitted, refused } = admitUploads([fits, wrong, unread], [], { mediaRatio: '4:3' }, pixels);
  expect([admitted, refused.map(({ message }) => message)]).toEqual([
    [fits],
    ['图片比例与设定比例不匹配', '未能读取图片的宽高'],
  ]);
});

test('moves one entry and keeps the others in order', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});
