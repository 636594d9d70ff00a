// `node scripts/check-wire.ts [folder]`, part of `npm run lint`: what travels between server and browser is said once, in
// src/core/wire. That both use the same types is the compiler's to hold, by the maps of answers in calls.ts and
// operations.ts; this holds what it cannot see: no type beside them that says their fields once more, no call of the
// client that goes past the maps. Exits 1 with one line per fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './layers/layer-rules.ts';
import { sourceFiles } from './source/source-files.ts';
import { bypassesIn, type Shape, shapesIn } from './wire/wire-use.ts';

const WIRE = 'src/core/wire';

/** Folders in which a type of the wire could be said again. */
const SPEAKERS = ['server', 'src/api', 'src/runtime', 'src/screens', 'src/app', 'src/field-types', 'src/ui'] as const;

/** Who may speak to the server by himself: what all other calls go through, and the stream of events. */
const SENDERS: ReadonlySet<string> = new Set([
  'src/api/client.ts',
  'src/api/read-stream.ts',
  'src/api/files.ts',
  // It asks for the program's own files alone.
  'src/app/offline/shell-worker.js',
]);

/** Fields from which two types are thought to be the same one. */
const LEAST = 3;

/** Share of the fields of both from which on they are the same: a copy that has drifted still counts. */
const ALIKE = 0.8;

interface Placed extends Shape {
  readonly file: string;
}

/** All faults of a checkout, a line each. */
export function checkWire(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const shapes = (file: string): Placed[] =>
    shapesIn(file, read(file))
      .filter(({ fields }) => fields.size >= LEAST)
      .map((shape) => ({ ...shape, file }));
  const files = sourceFiles(root, SPEAKERS).filter((file) => !isTest(file));
  const wire = sourceFiles(root, [WIRE]).flatMap(shapes);
  return [
    ...files
      .flatMap(shapes)
      .filter(isOurs)
      .flatMap((shape) => saidAgain(shape, wire)),
    ...files.flatMap((file) => bypasses(file, read(file))),
  ];
}

/** What the database gives is named a row: what is made of it for the wire has the wire's type. */
const isOurs = ({ file, name }: Placed): boolean => !(file.startsWith('server/') && name.endsWith('Row'));

function saidAgain(shape: Placed, wire: readonly Placed[]): string[] {
  const original = wire.find((known) => alike(shape.fields, known.fields) > ALIKE);
  if (original === undefined) return [];
  const name = shape.name === '' ? '这里的类型' : shape.name;
  return [`${shape.file}:${shape.line}  ${name} 与 ${original.file} 的 ${original.name} 重复，请直接使用后者`];
}

function alike(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((field) => right.has(field)).length;
  return common / (left.size + right.size - common);
}

function bypasses(file: string, source: string): string[] {
  if (!file.startsWith('src/') || SENDERS.has(file)) return [];
  return bypassesIn(file, source).map(({ line, what }) => `${file}:${line}  ${what}`);
}

function main(): void {
  const faults = checkWire(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(`${fault}。`);
  if (faults.length > 0) {
    console.error(`应答类型检查：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log('应答类型检查：通过；重复的应答类型 0 个。');
  }
}

if (import.meta.main) main();
