import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';

const shipped = readMetadataFiles('schemas').filter(({ kind }) => kind !== 'locale');
const LARGEST = 'schemas/areas/ticket/workTicket.entity.json';

/** The files with another title of one of them, which is then another file. */
const retitled = (title: string): readonly MetadataFile[] =>
  shipped.map((file) =>
    file.file === LARGEST
      ? { ...file, hash: title, content: file.content.replace(/"title": "[^"]*"/, `"title": "${title}"`) }
      : file,
  );

function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('one changed file', () => {
  it('costs a part of what all files cost', () => {
    const all = processorTime(() => checkWorld(shipped, { texts: false }));
    const one = [1, 2, 3].map((run) => processorTime(() => checkWorld(retitled(`票 ${run}`), { texts: false })));
    expect(Math.min(...one)).toBeLessThan(all / 2);
  });

  it('is judged as all files are: what it breaks elsewhere is told there', () => {
    checkWorld(shipped, { texts: false });
    const broken = shipped.map((file) =>
      file.file === 'schemas/areas/hidden-danger/peril.entity.json'
        ? { ...file, hash: 'broken', content: file.content.replaceAll('"perilName"', '"perilTitle"') }
        : file,
    );
    const fresh = broken.map((file) => ({ ...file, hash: `${file.hash} fresh` }));
    const told = (files: readonly MetadataFile[]) =>
      checkWorld(files, { texts: false }).problems.map(({ file, pointer, message }) => `${file} ${pointer} ${message}`);
    const remembering = told(broken);
    expect(remembering.length).toBeGreaterThan(0);
    expect(remembering).toEqual(told(fresh));
  });

  it('is linted alone where it is named, and a name that is none is told', () => {
    const lint = (...files: string[]): string => {
      try {
        return execFileSync(process.execPath, ['scripts/metadata.ts', 'lint', ...files], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      } catch (error) {
        return String((error as { stderr?: unknown }).stderr);
      }
    };
    expect(lint(LARGEST)).toContain('没有问题');
    // Its one warning is told of nothing else.
    expect(lint('schemas/areas/system/user.entity.json')).toContain('错误 0 个，警告 1 个');
    expect(lint('schemas/areas/system/users.entity.json')).toContain(
      '没有元数据文件“schemas/areas/system/users.entity.json”',
    );
  });
});
