import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readModule } from '../source/read-module.ts';
import { readWorld } from './read-world.ts';
import { schemas } from './report.ts';
import { recordTypes, run } from './types.ts';

describe('types of records', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'anlan-types-'));
    for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
  });

  it('are made of every shipped entity', async () => {
    const { world } = readWorld(schemas);
    const files = await recordTypes(world);
    expect(files.size).toBe(world.entities.size);
    expect([...files].filter(([file, text]) => readModule(file, text).error !== undefined)).toEqual([]);
  });

  it('are written into the named folder, for the named entities', async () => {
    expect(await run(['--records', path.join(folder, 'new'), 'user', 'dept'])).toBe(0);
    expect(readdirSync(path.join(folder, 'new')).sort()).toEqual(['dept.generated.ts', 'user.generated.ts']);
    const text = readFileSync(path.join(folder, 'new/user.generated.ts'), 'utf8');
    expect(text).toContain('export interface UserRecord {');
    expect(text).not.toContain('password');
  });

  it('are not written without a folder, nor in part where an entity does not exist', async () => {
    expect(await run(['--records'])).toBe(1);
    expect(await run(['--records', folder, 'user', 'deprt'])).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    expect(console.error).toHaveBeenLastCalledWith('没有名为“deprt”的实体，是否想写“dept”');
  });
});
