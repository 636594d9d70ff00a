import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { jointPageFile } from '../../src/core/joint/build-joint.ts';
import { jointKinds } from '../../src/page-kinds/joint/definitions.generated.ts';

const shipped = readMetadataFiles('schemas');
const GUIDE = 'docs/dialect/joint-pages.md';
const guide = readFileSync(GUIDE, 'utf8');
const examples = [...guide.matchAll(/```json page\n([\s\S]*?)```/g)].map(([, text = '']) => text);

function pageFile(content: string, key = (JSON.parse(content) as { page: string }).page): MetadataFile {
  const hash = createHash('sha256').update(content).digest('hex');
  return { kind: 'page', key, area: '', file: jointPageFile(key), content, hash };
}

/** What the judge says of a page file among all that is shipped. */
function problemsOf(content: string, key?: string): readonly (readonly [pointer: string, message: string])[] {
  const file = pageFile(content, key);
  const { problems } = checkWorld([...shipped, file], { texts: false, only: new Set() });
  return problems.filter((one) => one.file === file.file).map(({ pointer, message }) => [pointer, message]);
}

describe('page files', () => {
  it.each(examples.map((text) => [(JSON.parse(text) as { page: string }).page, text]))(
    'of the guide are admitted as they stand: %s',
    (_, text) => {
      expect(problemsOf(text)).toEqual([]);
    },
  );

  it('have an example of each kind in the guide', () => {
    const shown = new Set(examples.map((text) => (JSON.parse(text) as { view: string }).view));
    expect([...shown].sort()).toEqual(Object.keys(jointKinds));
  });

  const [example = '{}'] = examples;
  const changed = (change: object): string => JSON.stringify({ ...JSON.parse(example), ...change });

  it.each([
    ['a code that a page of an entity has', changed({ page: 'dangerList' }), '/page', '页面编码“dangerList”已在'],
    ['a code that is kept for companies', changed({ page: 'ownPage' }), '/page', '留给企业自建业务的页面'],
    ['a role that there is not', changed({ roles: ['@STUFF'] }), '/roles/0', '没有名为“@STUFF”的角色组'],
    ['a keyword that there is not', changed({ colour: 'red' }), '/colour', 'colour'],
    ['a kind that there is not', changed({ view: 'onion' }), '/view', ''],
    [
      'the keyword of another kind',
      changed({ dashboard: { tiles: { todo: { tasks: true } } } }),
      '/dashboard',
      '没有关键字“dashboard”',
    ],
  ])('refuse %s', (_, text, pointer, says) => {
    const found = problemsOf(text);
    expect(found.map(([at]) => at)).toContain(pointer);
    expect(found.map(([, message]) => message).join('\n')).toContain(says);
  });

  it('bear the name of their page', () => {
    expect(problemsOf(example, 'another')).toEqual([['/page', '文件名与页面编码“soonDue”不一致']]);
  });
});
