import { beforeAll, describe, expect, it } from 'vitest';
import { type Clip, copiedThings, parseClip } from '../../designer/clipboard/clip.ts';
import { pasteOf } from '../../designer/clipboard/paste.ts';
import { beginningEdits, beginnings, type NewKind, needsTarget } from '../../designer/palette/beginnings.ts';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import type { LintWorld } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { resolvedEntity } from '../fixtures/resolved-entities.ts';

let world: LintWorld;
let contractor: Entity;
beforeAll(() => {
  ({ world } = readWorld('schemas'));
  contractor = resolvedEntity('contractorEvaluation');
});

/** The entity with a command; what is wrong with it, besides translations that a company's own texts lack. */
function laidOver(entity: Entity, edits: readonly OverlayEdit[]) {
  const merged = mergeOverlay(entity, edits);
  expect(merged.conflicts).toEqual([]);
  const parsed = parseEntity(JSON.stringify(merged.entity), 'draft');
  const shape = 'problems' in parsed ? parsed.problems : [];
  const linted = lintEntity({ area: 'contractor', entity: merged.entity }, world, []);
  const problems = [...shape, ...linted.problems].filter(({ severity }) => severity === 'error');
  return { entity: merged.entity, problems: problems.map(({ pointer, message }) => `${pointer} ${message}`) };
}

const at = (key: string): OverlayAddress => ['record', 'properties', key];

describe('what the palette brings', () => {
  it('is sound for every type of field, and for a section', () => {
    const all = beginnings().filter(
      (each): each is Exclude<NewKind, { kind: 'columns' | 'many' }> => each.kind !== 'columns' && each.kind !== 'many',
    );
    expect(all.length).toBeGreaterThan(30);
    // What its figures are only a file may say.
    expect(all.filter((each) => each.kind === 'field' && each.type.type === 'formula')).toEqual([]);
    const edits = all.flatMap((beginning, index) => {
      const target = needsTarget(beginning) ? { target: 'contractor' } : {};
      const asked = {
        title: `新增${index}`,
        key: `own${index}`,
        lines: ['国家', '省', '市'],
        required: false,
        ...target,
      };
      return beginningEdits(beginning, asked, { section: 'base', after: null }).edits;
    });
    const { problems } = laidOver(contractor, edits);
    expect(problems).toEqual([]);
  });
});

describe('the clipboard', () => {
  const field = (title: string, more: Partial<Property> = {}): Property =>
    ({ title, field: 'input', type: 'string', ...more }) as Property;
  const source = {
    dialect: 1,
    entity: 'tool',
    title: '工具',
    api: { service: 'safety', base: 'demo/tool' },
    record: {
      type: 'object',
      required: ['level'],
      properties: {
        level: field('等级', { field: 'select', dict: 'peril-type' }),
        note: field('说明', { visible: "level == '1'", requiredWhen: "maker == 'a'" }),
        maker: field('厂家', {
          rules: [
            { when: "maker != ''", else: '厂家须填' },
            { when: "maker != 'x'", else: '厂家不能是x（GB 30871-2022 第4章）' },
          ],
        }),
        sum: field('合计', { locked: true }),
      },
    },
    form: {
      sections: { base: { title: '基本', fields: ['level', 'note'] }, more: { title: '其他', fields: ['maker'] } },
    },
  } as unknown as Entity;
  const clipOf = (...keys: string[]): Clip => {
    const clip = copiedThings(source, source, keys.map(at));
    if ('fault' in clip) throw new Error(clip.fault);
    const read = parseClip(JSON.stringify(clip));
    if ('fault' in read) throw new Error(JSON.stringify(read));
    return read;
  };

  it('renames what is taken in all that refers to it, and names what it cannot bring along', () => {
    const target = resolvedEntity('contractorEvaluation');
    target.record.properties.level = field('已有');
    const { edits, things, dropped } = pasteOf(clipOf('level', 'note'), target, { section: 'base', after: null });
    expect(things).toEqual([at('level2'), at('note')]);
    expect(dropped).toEqual([{ field: '说明', keyword: 'requiredWhen', name: 'maker', reason: 'missing' }]);
    const { entity, problems } = laidOver(target, edits);
    expect(problems).toEqual([]);
    expect(entity.record.properties.note).toEqual(field('说明', { visible: "level2 == '1'" }));
    expect(entity.record.properties.level2?.dict).toBe('peril-type');
    expect(entity.record.required).toContain('level2');
    expect(entity.form?.sections?.base?.fields.slice(0, 2)).toEqual(['level2', 'note']);
  });

  it('pastes a section with its fields, and twice into its own form', () => {
    const clip = copiedThings(source, source, [['form', 'sections', 'base']]);
    if ('fault' in clip) throw new Error(clip.fault);
    const once = laidOver(source, pasteOf(clip, source, { section: 'base', after: null }).edits).entity;
    const { entity } = laidOver(once, pasteOf(clip, once, { section: 'base2', after: null }).edits);
    expect(Object.entries(entity.form?.sections ?? {}).map(([key, { fields }]) => `${key}: ${fields.join()}`)).toEqual([
      'base: level,note',
      'base2: level2,note2',
      'base3: level3,note3',
      'more: maker',
    ]);
    expect(entity.record.properties.note3?.visible).toBe("level3 == '1'");
  });

  it('refuses what is locked and leaves rules of standards behind', () => {
    expect(copiedThings(source, source, [at('sum')])).toEqual({ fault: 'locked', title: '合计' });
    expect(copiedThings(source, source, [['states', 'open']])).toEqual({ fault: 'nothing' });
    const { edits, dropped } = pasteOf(clipOf('maker'), contractor, { after: null });
    expect(dropped).toEqual([{ field: '厂家', keyword: 'rules', name: 'GB 30871-2022 第4章', reason: 'clause' }]);
    expect(JSON.stringify(edits)).not.toContain('GB 30871');
    const locked = { ...resolvedEntity('contractorEvaluation'), locked: true } as Entity;
    expect(mergeOverlay(locked, edits).conflicts.map(({ reason }) => reason)).toContain('locked');
  });

  it('takes nothing that is not wholly what it says', () => {
    const whole = clipOf('level');
    const [level] = whole.fields;
    const altered = (more: object) => JSON.stringify({ ...whole, fields: [{ ...level, ...more }] });
    const faults = [
      'plain text',
      '{"anlan":"design"',
      JSON.stringify({ ...whole, version: 2 }),
      JSON.stringify({ ...whole, sections: {} }),
      altered({ key: '__proto__' }),
      altered({ key: 'constructor' }),
      altered({ key: 'a b' }),
      altered({ required: 1 }),
      altered({ property: { ...level?.property, locked: true } }),
      altered({ property: { ...level?.property, unknown: 1 } }),
      altered({ property: { ...level?.property, maxLength: 'abc' } }),
      altered({ property: { ...level?.property, title: {} } }),
      altered({ property: { field: 'input' } }),
      altered({ property: { ...level?.property, title: 'x'.repeat(250_000) } }),
      JSON.stringify({ ...whole, fields: Array.from({ length: 300 }, () => level) }),
    ].map((text) => {
      const read = parseClip(text);
      return 'fault' in read ? read.fault : 'taken';
    });
    expect(faults).toEqual([
      ...['foreign', 'foreign', 'version'],
      ...Array.from({ length: 10 }, () => 'wrong'),
      ...['large', 'large'],
    ]);
  });
});
