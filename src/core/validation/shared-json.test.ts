import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedJson } from './shared-json.ts';

describe('a newer value built of an older one', () => {
  it('keeps what says the same, and only that', () => {
    const before = { fields: { a: { title: '甲' }, b: { title: '乙' } }, rules: [{ when: '1' }, { when: '2' }] };
    const after = sharedJson(before, {
      fields: { a: { title: '甲' }, b: { title: '丙' } },
      rules: [{ when: '1' }, { when: '2' }],
    });
    expect(after.fields.a).toBe(before.fields.a);
    expect(after.fields.b).toEqual({ title: '丙' });
    expect(after.rules).toBe(before.rules);
    expect(before.fields.b).toEqual({ title: '乙' });
  });

  it('takes another order of keys for something else', () => {
    const before = { a: { n: 1 }, b: { n: 2 } };
    const after = sharedJson(before, { b: { n: 2 }, a: { n: 1 } });
    expect(Object.keys(after)).toEqual(['b', 'a']);
    expect(after.a).toBe(before.a);
  });

  it('says what the newer one says, and is the older one where that says the same', () => {
    const folder = join(import.meta.dirname, '../../../schemas/examples');
    const texts = readdirSync(folder)
      .filter((name) => name.endsWith('.entity.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(10);
    for (const [index, text] of texts.entries()) {
      const before: unknown = JSON.parse(text);
      const after: unknown = JSON.parse(texts[index + 1] ?? '[1, {"a": null}]');
      expect(JSON.stringify(sharedJson(before, after))).toBe(JSON.stringify(after));
      expect(sharedJson(before, JSON.parse(text))).toBe(before);
      expect(JSON.stringify(before)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });
});
