import { describe, expect, test } from 'vitest';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { admitFiles, type ListedFile } from './upload-rules.ts';

const property: Property = { title: '附件', field: 'upload', type: 'array' };
const file = (name: string, size = 10, lastModified = 1) => ({ name, size, type: '', lastModified });
const refusal = (name: string, more: Partial<Property>, listed: readonly ListedFile[] = [], size = 10) =>
  admitFiles([file(name, size)], listed, { ...property, ...more }).refusal;

describe('a file is refused', () => {
  test('above 100 MB', () => {
    expect(refusal('a.zip', {}, [], 102_400 * 1024)).toBeUndefined();
    expect(refusal('a.zip', {}, [], 102_400 * 1024 + 1)).toBe('文件大小超限，最大100M');
  });

  test('when it is there already, by name and time of the last change', () => {
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf', lastModified: 1 }])).toBe('不能重复导入文件');
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf', lastModified: 2 }])).toBeUndefined();
    // Of a file stored earlier only the name is known.
    expect(refusal('a.pdf', {}, [{ name: 'a.pdf', lastModified: undefined }])).toBe('不能重复导入文件');
  });

  test('that is no picture, in a list of picture cards', () => {
    expect(refusal('a.pdf', { listType: 'picture-card' })).toBe('只能上传图片');
    expect(refusal('A.JPG', { listType: 'picture-card' })).toBeUndefined();
    expect(refusal('a.exe', { accept: ['pdf', 'docx'] })).toBe('文件类型不允许，只能上传pdf、docx');
  });

  test('beyond the number of files', () => {
    const six = Array.from({ length: 6 }, (_, index) => ({ name: `${index}`, lastModified: 1 }));
    expect(refusal('a.pdf', {}, six)).toBe('已超出上传文件数量限制, 最多可上传6个文件');
    expect(refusal('a.pdf', { maxItems: 2 }, six.slice(0, 2))).toBe('已超出上传文件数量限制, 最多可上传2个文件');
  });
});

test('of one choice the rest is taken and the first reason is told once', () => {
  const { admitted, refusal: reason } = admitFiles(
    [file('a.pdf'), file('a.pdf'), file('big.pdf', 200 * 1024 * 1024), file('b.pdf')],
    [],
    property,
  );
  expect(admitted.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
  expect(reason).toBe('不能重复导入文件');
});
