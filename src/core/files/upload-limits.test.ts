import { describe, expect, test } from 'vitest';
import {
  acceptedExtensions,
  fileLimit,
  fileRefusal,
  type HeldFile,
  largestFile,
  listRefusal,
  pixelRefusal,
  sizeLimitText,
  tooManyFiles,
  type UploadLimits,
} from './upload-limits.ts';

const MB = 1024 * 1024;
const file = (name: string, more: { size?: number; lastModified?: number; sha256?: string } = {}) => ({
  name,
  size: 10,
  lastModified: 1,
  ...more,
});
const refusal = (name: string, limits: UploadLimits, held: readonly HeldFile[] = [], size = 10) =>
  fileRefusal(file(name, { size }), held, limits);

describe('the shared upload', () => {
  test('takes 100 MB and not a byte more', () => {
    expect(refusal('a.zip', {}, [], 100 * MB)).toBeUndefined();
    expect(refusal('a.zip', {}, [], 100 * MB + 1)).toBe('文件大小超限，最大100M');
    expect(refusal('a.zip', { maxSize: 512_000 }, [], 512_001)).toBe('文件大小超限，最大500K');
    expect(refusal('a.zip', { maxSize: 5 * MB }, [], 5 * MB + 1)).toBe('文件大小超限，最大5M');
  });

  test('says the size of a picture or a film that the company does not take, and keeps to the limit of any file', () => {
    const limits = { sizes: { image: 10 * MB, video: 50 * MB }, maxSize: 20 * MB };
    expect(refusal('门口.JPG', limits, [], 10 * MB)).toBeUndefined();
    expect(refusal('门口.JPG', limits, [], 10 * MB + 1)).toBe('图片有10.1M，最大10M');
    expect(refusal('片.mp4', limits, [], 50.5 * MB)).toBe('视频有50.5M，最大50M');
    expect(refusal('片.mp4', limits, [], 20 * MB + 1)).toBe('文件大小超限，最大20M');
    expect(refusal('表.pdf', limits, [], 20 * MB)).toBeUndefined();
    expect(largestFile({ ...limits, accept: ['png', 'mp4'] })).toBe(20 * MB);
    expect(largestFile({ sizes: limits.sizes, accept: ['png', 'mp4'] })).toBe(50 * MB);
    expect(largestFile({ sizes: limits.sizes, accept: ['png', 'pdf'] })).toBe(100 * MB);
    expect(largestFile({ sizes: limits.sizes })).toBe(100 * MB);
    expect(listRefusal([file('门口.png', { size: 700 * 1024 })], { sizes: { image: 0.5 * MB } })).toEqual({
      name: '门口.png',
      message: '图片有700K，最大512K',
    });
  });

  test('refuses a file of the same name and time of the last change', () => {
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf', lastModified: 1 }])).toBe('不能重复导入文件');
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf', lastModified: 2 }])).toBeUndefined();
    expect(refusal('a.pdf', {}, [{ name: 'b.pdf', lastModified: 1 }])).toBeUndefined();
  });

  test('goes by the content where the time is not known, and by the name where neither is', () => {
    const known = { name: 'a.pdf', size: 10, sha256: 'x' };
    expect(fileRefusal(known, [{ name: 'a.pdf', sha256: 'x' }], {})).toBe('不能重复导入文件');
    expect(fileRefusal(known, [{ name: 'a.pdf', sha256: 'y' }], {})).toBeUndefined();
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf' }])).toBe('不能重复导入文件');
  });

  test('takes six files unless the field says otherwise', () => {
    expect([fileLimit({}), tooManyFiles({})]).toEqual([6, '已超出上传文件数量限制, 最多可上传6个文件']);
    expect(tooManyFiles({ maxItems: 2 })).toBe('已超出上传文件数量限制, 最多可上传2个文件');
  });

  test('as picture cards takes jpeg, png and jpg only', () => {
    for (const name of ['a.jpeg', 'a.PNG', 'a.JPG'])
      expect(refusal(name, { listType: 'picture-card' })).toBeUndefined();
    for (const name of ['a.gif', 'a.webp', 'a.pdf', 'png', 'a.png.exe']) {
      expect([name, refusal(name, { listType: 'picture-card' })]).toEqual([name, '只能上传图片']);
      expect([name, refusal(name, { media: 'image' })]).toEqual([name, '只能上传图片']);
    }
    expect(refusal('a.pdf', { listType: 'picture' })).toBeUndefined();
    // What the field accepts narrows and never widens it.
    expect(acceptedExtensions({ listType: 'picture-card', accept: ['png', 'pdf'] })).toEqual(['png']);
    expect(refusal('a.jpg', { listType: 'picture-card', accept: ['png'] })).toBe('文件类型不允许，只能上传png');
  });

  test('names the kinds that it takes', () => {
    expect(refusal('a.exe', { accept: ['pdf', 'docx'] })).toBe('文件类型不允许，只能上传pdf、docx');
    expect(refusal('a', { accept: ['pdf'] })).toBe('文件类型不允许，只能上传pdf');
  });
});

test('the older form refuses the same name whatever its time, and says so in its own words', () => {
  const older: UploadLimits = { duplicate: 'name' };
  expect(refusal('a.pdf', older, [{ name: 'a.pdf', lastModified: 2 }])).toBe('不能重复上传');
  expect(refusal('a.pdf', older, [{ name: 'b.pdf', lastModified: 1 }])).toBeUndefined();
  expect(refusal('a.pdf', older, [], 100 * MB + 1)).toBe('上传文件大小不能超过100M');
});

test('the video uploader has limits and words of its own', () => {
  const video: UploadLimits = { media: 'video' };
  expect(refusal('a.mp4', video, [], 100 * MB)).toBeUndefined();
  expect(refusal('a.pdf', video)).toBe('只能上传视频!');
  expect(refusal('a.jpg', video)).toBe('只能上传视频!');
  expect(refusal('a.mp4', video, [{ name: 'a.mp4', lastModified: 2 }])).toBe('不能重复上传');
  expect(refusal('a.mp4', video, [], 100 * MB + 1)).toBe('上传视频大小不能超过100M');
  expect([fileLimit(video), tooManyFiles(video)]).toEqual([5, '最多上传5个视频']);
  expect(tooManyFiles({ media: 'video', maxItems: 2 })).toBe('最多上传2个视频');
});

describe('pixels', () => {
  const size = (width: number, height: number) => ({ width, height });
  test('are not asked by default', () => {
    expect(pixelRefusal('a.png', undefined, {})).toBeUndefined();
    expect(pixelRefusal('a.pdf', undefined, { mediaWidth: 1 })).toBeUndefined();
  });
  test.each([
    ['a.png', '图片'],
    ['a.mp4', '视频'],
  ])('of %s must have the width, height and ratio that are set', (name, word) => {
    const exact = { mediaWidth: 1920, mediaHeight: 1080 };
    expect(pixelRefusal(name, size(1920, 1080), exact)).toBeUndefined();
    expect(pixelRefusal(name, size(1921, 1080), exact)).toBe(`${word}宽高与设定宽高不匹配`);
    expect(pixelRefusal(name, size(1080, 1920), exact)).toBe(`${word}宽高与设定宽高不匹配`);
    expect(pixelRefusal(name, size(1920, 7), { mediaWidth: 1920 })).toBeUndefined();
    expect(pixelRefusal(name, size(640, 360), { mediaRatio: '16:9' })).toBeUndefined();
    expect(pixelRefusal(name, size(1366, 768), { mediaRatio: '16:9' })).toBeUndefined();
    expect(pixelRefusal(name, size(360, 640), { mediaRatio: '16:9' })).toBe(`${word}比例与设定比例不匹配`);
    expect(pixelRefusal(name, undefined, exact)).toBe(`未能读取${word}的宽高`);
  });
});

test('a list is refused for its first file that does not fit', () => {
  expect(listRefusal([file('a.png'), file('b.png')], {})).toBeUndefined();
  expect(listRefusal([file('a.png'), file('b.png'), file('a.png')], {})).toEqual({
    name: 'a.png',
    message: '不能重复导入文件',
  });
  const pixels = { width: 2, height: 1 };
  expect(listRefusal([{ ...file('a.png'), pixels }], { mediaRatio: '1:9' })).toEqual({
    name: 'a.png',
    message: '图片比例与设定比例不匹配',
  });
});

test('sizes are told in whole megabytes where they are whole', () => {
  expect([100 * MB, 1_536 * 1024, 100].map(sizeLimitText)).toEqual(['100M', '1536K', '100字节']);
});
