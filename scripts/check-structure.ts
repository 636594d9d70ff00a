// `node scripts/check-structure.ts [folder] [--shrink]`, part of `npm run lint`: no circle of imports, and the rooms of
// the server import each other in their order only. What stood when this was first checked is listed in
// layers/known-faults.json: the list may only become shorter, and `--shrink` takes out what was mended. Exits 1 with one
// line per fault.
import { join } from 'node:path';
import { circles, shortestRing } from './layers/circles.ts';
import { type ImportEdge, importGraph } from './layers/import-graph.ts';
import {
  isKnownCircle,
  isKnownImport,
  type KnownFaults,
  knownImports,
  readKnownFaults,
  shrinkKnownFaults,
  writeKnownFaults,
} from './layers/known-faults.ts';
import { placeOf } from './layers/moves.ts';
import { backwardImports, importable, ROOMS } from './layers/rooms.ts';

/** What a checkout's imports show. */
interface Structure {
  readonly edges: readonly ImportEdge[];
  /** Files of each circle, in order. */
  readonly circles: readonly (readonly string[])[];
  readonly backwardImports: readonly ImportEdge[];
  /** Files of the server that belong to no room. */
  readonly withoutPlace: readonly string[];
}

/** Reads the imports of a checkout, tests apart. */
export function readStructure(root: string): Structure {
  const { files, edges } = importGraph(root);
  return {
    edges,
    circles: circles(edges),
    backwardImports: backwardImports(edges, placeOf),
    withoutPlace: files.filter((file) => file.startsWith('server/') && placeOf(file) === undefined),
  };
}

/** Faults, a line each: what is not among the known ones, and what is and no longer stands. */
export function structureFaults(structure: Structure, known: KnownFaults): string[] {
  return [
    ...structure.withoutPlace.map(placeFault),
    ...structure.circles
      .filter((circle) => !isKnownCircle(known, circle))
      .map((circle) => circleFault(circle, known, structure.edges)),
    ...structure.backwardImports.filter((edge) => !isKnownImport(known, edge)).map(backwardFault),
    ...mendedFaults(structure, known),
  ];
}

function placeFault(file: string): string {
  const rooms = ROOMS.map(({ name, holds }) => `${name}（${holds}）`).join('、');
  return `${file}  不属于任何房间：${rooms}。请放进所属房间的文件夹，或写进 scripts/layers/moves.ts`;
}

function circleFault(circle: readonly string[], known: KnownFaults, edges: readonly ImportEdge[]): string {
  const neighbours = known.circles.find((files) => circle.some((file) => files.includes(file))) ?? [];
  const joined = circle.filter((file) => !neighbours.includes(file));
  const inside = edges.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
  const [first = ''] = joined;
  const ring = (shortestRing(inside, first) ?? [first]).join(' → ');
  const what =
    neighbours.length === 0
      ? `${circle.length} 个文件循环引用`
      : `${joined.length} 个文件加入了已登记的循环引用（${joined.join('、')}）`;
  return `${first}  ${what}，如 ${ring}。请把共用的类型或函数移到更低的文件`;
}

function backwardFault({ from, to, line, lazy, typeOnly }: ImportEdge): string {
  const source = placeOf(from) ?? 'assembly';
  const places = importable(source);
  const may = places.length === 0 ? '它不引用其他房间' : `它只能引用 ${places.join('、')}`;
  const kind = typeOnly ? '（只取类型）' : lazy ? '（延迟加载）' : '';
  return `${from}:${line}  ${source} 不能引用 ${placeOf(to)} 的“${to}”${kind}：${may}。请把共用部分下移，或由上层传入`;
}

function mendedFaults(structure: Structure, known: KnownFaults): string[] {
  const left = shrinkKnownFaults(known, structure);
  const way = '请执行 node scripts/check-structure.ts --shrink，从名单中去掉';
  return [
    ...known.circles
      .filter((files) => !isKnownCircle(left, files))
      .map((files) => `${files[0]}  名单中这 ${files.length} 个文件的循环引用已经没有或变小。${way}`),
    ...knownImports(known)
      .filter((arrow) => !isKnownImport(left, arrow))
      .map(({ from, to }) => `${from}  名单中对“${to}”的反向引用已经没有。${way}`),
  ];
}

function main(): void {
  const [folder] = process.argv.slice(2).filter((argument) => argument !== '--shrink');
  const root = folder ?? join(import.meta.dirname, '..');
  const structure = readStructure(root);
  if (process.argv.includes('--shrink')) {
    writeKnownFaults(root, shrinkKnownFaults(readKnownFaults(root), structure));
  }
  const known = readKnownFaults(root);
  const faults = structureFaults(structure, known);
  for (const fault of faults) console.error(`${fault}。`);
  const largest = Math.max(0, ...structure.circles.map(({ length }) => length));
  const counts =
    `循环引用 ${structure.circles.length} 处（最大 ${largest} 个文件），` +
    `反向引用 ${structure.backwardImports.length} 处`;
  if (faults.length > 0) {
    console.error(`结构检查：${faults.length} 处不符；${counts}。`);
    process.exitCode = 1;
  } else {
    console.log(`结构检查：通过；${counts}，都已登记，只减不增。`);
  }
}

if (import.meta.main) main();
