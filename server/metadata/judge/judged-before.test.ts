import { expect, it } from 'vitest';
import { readMetadataFiles } from '../metadata-files.ts';
import { createOverlayJudge, type Overlays } from './lay-overlays.ts';
import { parseFiles } from './parse-world.ts';

const parsed = parseFiles(readMetadataFiles('schemas'));
const judge = (tenantId: string) =>
  createOverlayJudge({ parsed, settings: new Map(), tenantId, own: { roles: [], dictionaries: new Map() } });
const titled = (value: string): Overlays =>
  new Map([
    ['lawRegulation', [{ edit: 'set', at: ['record', 'properties', 'docNo'], property: 'title', base: '文号', value }]],
  ]);

it('what a company serves and what it tries over that are made once, however often they are asked for in turn', () => {
  const [serving, tried] = [titled('字号'), titled('编号')];
  const first = judge('645967').judge(serving);
  const other = judge('645967').judge(tried);
  expect(other.models.get('lawRegulation')).not.toBe(first.models.get('lawRegulation'));
  const again = judge('645967').judge(structuredClone(serving));
  for (const [key, model] of again.models) expect(model, key).toBe(first.models.get(key));
  expect(judge('645967').lay(tried).models.get('lawRegulation')).toBe(other.models.get('lawRegulation'));
  // What does not read what was edited stands for both.
  expect(other.models.get('menu')).toBe(first.models.get('menu'));
});

it('another company with the same edits has a world of its own', () => {
  const [one, two] = ['645967', '645968'].map((tenantId) => judge(tenantId).judge(titled('字号')));
  expect(one?.models.get('lawRegulation')).not.toBe(two?.models.get('lawRegulation'));
});

it('what depends on choices that a company added is made anew when they change', () => {
  const of = (title: string) =>
    createOverlayJudge({
      parsed,
      settings: new Map(),
      tenantId: '645967',
      own: { roles: [], dictionaries: new Map([['law-type', { choices: [{ key: 'own9', title }] }]]) },
    }).judge(titled('字号'));
  expect(of('甲').models).not.toBe(of('乙').models);
  expect(of('甲').models).toBe(of('甲').models);
});
