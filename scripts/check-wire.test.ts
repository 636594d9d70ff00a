import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkWire } from './check-wire.ts';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const WIRE = `export interface Counts { readonly todo: number; readonly done: number; readonly sent: number; readonly copied: number; readonly unread: number }
export type Kept = { readonly content: unknown; readonly savedAt: string };`;

/** Faults of a checkout that has one more file. */
function faultsOf(file: string, content: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'anlan-wire-'));
  trees.push(root);
  for (const [path, text] of Object.entries({ 'src/core/wire/counts.ts': WIRE, [file]: content })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkWire(root);
}

describe('a type of the wire said once more', () => {
  const copy = 'interface Mine { todo: number; done: number; sent: number; copied: number; unread: number }';

  test('is refused on both sides, whatever it is called', () => {
    expect(faultsOf('server/approval/tasks.ts', `export ${copy}`)).toEqual([
      'server/approval/tasks.ts:1  Mine 与 src/core/wire/counts.ts 的 Counts 重复，请直接使用后者',
    ]);
    expect(faultsOf('src/screens/workflow/counts.ts', `const a = 1;\n${copy}`)).toEqual([
      'src/screens/workflow/counts.ts:2  Mine 与 src/core/wire/counts.ts 的 Counts 重复，请直接使用后者',
    ]);
  });

  test('is refused where it has drifted, in fields and in types', () => {
    const drifted =
      'type Mine = { todo?: string; done: number; sent: number; copied: number; unread: number; more: 1 };';
    expect(faultsOf('src/runtime/a.ts', drifted)).toHaveLength(1);
  });

  test('is refused without a name', () => {
    const inline = 'declare function read(): Promise<{ todo: 1; done: 2; sent: 3; copied: 4; unread: 5 }>;';
    expect(faultsOf('src/runtime/a.ts', inline)).toEqual([
      'src/runtime/a.ts:1  这里的类型 与 src/core/wire/counts.ts 的 Counts 重复，请直接使用后者',
    ]);
  });

  test('may be made from it, be another with some of its fields, or be a row of a table', () => {
    expect(
      faultsOf('src/runtime/a.ts', `export interface Shown extends Omit<Counts, 'sent'> { readonly at: string }`),
    ).toEqual([]);
    expect(
      faultsOf('src/runtime/a.ts', 'interface Other { todo: number; done: number; open: boolean; at: string }'),
    ).toEqual([]);
    expect(faultsOf('server/approval/a.ts', copy.replace('Mine', 'CountsRow'))).toEqual([]);
    expect(faultsOf('src/runtime/a.test.ts', copy)).toEqual([]);
  });
});

describe('a call of the client', () => {
  test('goes through the client that knows the answers', () => {
    expect(faultsOf('src/runtime/a.ts', `const b = await fetch('/api/x');`)).toEqual([
      'src/runtime/a.ts:1  用了 fetch，请改用 src/api/client.ts 的 request、requestOperation 或 requestFile',
    ]);
    expect(faultsOf('src/screens/a.ts', `navigator.sendBeacon('/api/x');`)).toHaveLength(1);
    expect(faultsOf('src/app/a.ts', `new EventSource('/api/x');`)).toHaveLength(1);
    expect(faultsOf('src/ui/a.ts', `axios.get('/api/x');`)).toHaveLength(1);
    expect(faultsOf('src/api/client.ts', `const b = await fetch('/api/x');`)).toEqual([]);
    expect(faultsOf('src/runtime/a.ts', `const plan = { fetch: 1 }; plan.fetch; // fetch(`)).toEqual([]);
  });

  test('takes the answer as it is', () => {
    const cast = `const b = (await request({ service: 'system', path: 'info' }).catch(() => null)) as unknown as Mine;`;
    expect(faultsOf('src/runtime/a.ts', cast)).toEqual([
      'src/runtime/a.ts:1  给 request 的应答另定了类型，请把应答的类型写进 src/core/wire',
    ]);
    expect(
      faultsOf('src/runtime/a.ts', 'const b = callOperation(model, operation, {}) as Promise<Mine>;'),
    ).toHaveLength(1);
    expect(faultsOf('src/runtime/a.ts', 'const b = await callOperation(model, operation, {});')).toEqual([]);
  });
});
