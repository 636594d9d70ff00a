import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { jointPageFile } from '../../src/core/joint/build-joint.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import { replaceBetweenMarkers } from './generate-docs.ts';
import { generateRecordTypes } from './generate-types.ts';
import { jointTemplates, scaffoldJointPage } from './joint-templates.ts';
import { kindTemplates } from './kind-templates.ts';
import { scaffoldEntity } from './new-entity.ts';
import { readWorld } from './read-world.ts';
import { schemas } from './report.ts';

const kinds = Object.keys(kindTemplates) as PageKindName[];
const jointKinds = Object.keys(jointTemplates) as JointKindName[];
const shipped = readMetadataFiles(schemas);

describe('scaffoldEntity', () => {
  it.each(kinds)(
    'gives a file with a page of the kind %s that passes every check among the shipped entities',
    (kind) => {
      const parsed = parseEntity(JSON.stringify(scaffoldEntity('demo', 'toolBox', '工具箱', kind)), 'x');
      if ('problems' in parsed) throw new Error(parsed.problems.map(formatProblem).join('\n'));
      const { locales: _, ...world } = readWorld(schemas).world;
      const entities = new Map([...world.entities, ['toolBox', { area: 'demo', entity: parsed.entity }]]);
      const problems = lintWorld({ ...world, entities }).filter((problem) => problem.file.includes('toolBox'));
      expect(problems.map(formatProblem)).toEqual([]);
    },
  );
});

describe('scaffoldJointPage', () => {
  const written = (file: string, kind: MetadataFile['kind'], key: string, value: unknown): MetadataFile => {
    const content = JSON.stringify(value);
    const area = kind === 'entity' ? 'demo' : '';
    return { kind, key, area, file, content, hash: createHash('sha256').update(content).digest('hex') };
  };

  it.each(jointKinds)('gives a page of the kind %s over a first entity that the judge admits with it', (kind) => {
    const page = scaffoldJointPage('demo', 'toolBox', '工具箱', kind);
    const own = [
      written(entityFile('demo', 'toolBox'), 'entity', 'toolBox', scaffoldEntity('demo', 'toolBox', '工具箱', kind)),
      written(jointPageFile(page.page), 'page', page.page, page),
    ];
    const files = new Set(own.map(({ file }) => file));
    const { problems } = checkWorld([...shipped, ...own], { texts: false, only: new Set(['toolBox']) });
    expect(problems.filter(({ file, severity }) => files.has(file) && severity === 'error').map(formatProblem)).toEqual(
      [],
    );
  });
});

describe('generateRecordTypes', () => {
  it('types fields as the API answers them', async () => {
    const entity = scaffoldEntity('demo', 'toolBox', '工具箱');
    entity.record.properties.photos = { title: '照片', field: 'upload', type: 'array' };
    entity.record.properties.kind = {
      title: '类别',
      field: 'radio',
      type: 'string',
      options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
    };
    entity.record.properties.secret = { title: '密码', field: 'password', type: 'string', writeOnly: true };
    const text = (await generateRecordTypes(entity, 'demo')).replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
    expect(text).toContain('export interface ToolBoxRecord {');
    expect(text).toContain('name: string;');
    expect(text).toContain('remark: string | null;');
    expect(text).toContain("kind: ('a' | 'b') | null;");
    expect(text).toMatch(
      /photos: \| \{ attachId: string; name: string; originalName: string; link: string; \}\[\] \| null;/,
    );
    expect(text).not.toContain('secret');
  });
});

describe('replaceBetweenMarkers', () => {
  it('replaces what stands between markers and keeps the rest', () => {
    const text = 'a\n<!-- begin x -->\nold\n<!-- end x -->\nb';
    expect(replaceBetweenMarkers(text, { x: 'new' })).toBe('a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb');
    expect(() => replaceBetweenMarkers('a', { x: 'new' })).toThrow('文档缺少标记');
  });
});
