import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadFieldTypes } from '../../server/metadata/field-types.ts';
import { root } from '../metadata/report.ts';
import { ensureTraditional, noteTraditional } from './ensure-traditional.mjs';
import { traditionalFiles } from './traditional-files.ts';

const tableOf = (text: string | undefined): Readonly<Record<string, string>> => JSON.parse(text ?? '{}');

describe('the texts of traditional Chinese', () => {
  it('are there for whatever is translated into English, and stand where the product reads them', async () => {
    await loadFieldTypes();
    const made = await traditionalFiles(root);
    const english = ['src/locales/en-US', 'schemas/locales/en-US'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(english.length).toBeGreaterThan(20);
    for (const file of [...english, 'server/ground/language/locales/en-US.json']) {
      const own = file.replace('en-US', 'zh-TW');
      const table = tableOf(made.get(own));
      const translated = Object.keys(tableOf(readFileSync(join(root, file), 'utf8')));
      expect(translated.filter((id) => table[id] === undefined)).toEqual([]);
      // Made before the tests began, as it is before a build and a start.
      expect(readFileSync(join(root, own), 'utf8'), own).toBe(made.get(own));
    }
    expect(made.get('src/locales/zh-TW/messages.json')).toContain('"不能重复上传": "不能重複上傳"');
    expect(tableOf(made.get('schemas/locales/zh-TW/contractor.json'))['contractor.title']).toBe('承攬商');
  });
});

describe('ensureTraditional', () => {
  let folder: string;
  let times: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'anlan-traditional-'));
    times = 0;
    for (const name of ['src', 'server/ground/language/locales', 'schemas'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'src', 'a.ts'), '1');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = 'server/ground/language/locales/zh-TW.json';
  const ensure = () =>
    ensureTraditional(folder, () => {
      times += 1;
      writeFileSync(join(folder, file), '{}');
      noteTraditional(folder, [file]);
      return { status: 0, stderr: '' };
    });

  it('makes them once, and anew where a source was touched, added or removed, or a file is gone', () => {
    expect([ensure(), ensure(), times]).toEqual([true, false, 1]);
    writeFileSync(join(folder, 'src', 'a.ts'), '12');
    expect([ensure(), ensure()]).toEqual([true, false]);
    writeFileSync(join(folder, 'schemas', 'b.json'), '{}');
    expect([ensure(), ensure()]).toEqual([true, false]);
    rmSync(join(folder, 'schemas', 'b.json'));
    expect([ensure(), ensure()]).toEqual([true, false]);
    rmSync(join(folder, file));
    expect([ensure(), ensure()]).toEqual([true, false]);
    expect(times).toBe(5);
  });

  it('says why they could not be made', () => {
    const failing = () => ensureTraditional(folder, () => ({ status: 1, stderr: 'no such module' }));
    expect(failing).toThrow(/繁体译文没有生成[\s\S]*no such module/);
  });
});
