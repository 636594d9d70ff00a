// `node scripts/check-structure.ts [folder] [--shrink]`, part of `npm run lint`: no circle of imports, the rooms of the
// server import each other in their order only, no name is exported that nobody takes, and none by two files that mean
// different things; and what layers/house-figures.ts counts is not more than it may be. What stood when this was first checked is listed in
// layers/known-faults.json: the list may only become shorter, and `--shrink` takes out what was mended. Exits 1 with one
// line per fault.
import { join } from 'node:path';
import { circles, shortestRing } from './layers/circles.ts';
import { type ExportSite, repeatedNames, unusedExports } from './layers/export-faults.ts';
import { figureFaults, type HouseFigure, houseFigures } from './layers/house-figures.ts';
import { type ImportEdge, importGraph } from './layers/import-graph.ts';
import {
  type FoundFaults,
  isKnownCircle,
  isKnownImport,
  type KnownFaults,
  knownImports,
  readKnownFaults,
  shrinkKnownFaults,
  writeKnownFaults,
} from './layers/known-faults.ts';
import { moduleNames } from './layers/module-names.ts';
import { backwardImports, importable, placeOf, ROOMS } from './layers/rooms.ts';

/** What a checkout's imports show. */
interface Structure {
  readonly edges: readonly ImportEdge[];
  /** Files of each circle, in order. */
  readonly circles: readonly (readonly string[])[];
  readonly backwardImports: readonly ImportEdge[];
  /** Files of the server that belong to no room. */
  readonly withoutPlace: readonly string[];
  /** Exported names that no other file takes. */
  readonly unusedExports: readonly ExportSite[];
  /** Exported names that several files say, with these files. */
  readonly repeatedNames: ReadonlyMap<string, readonly ExportSite[]>;
  /** What else is counted, each with how many there may be. */
  readonly figures: readonly HouseFigure[];
}

/** Reads the imports of a checkout, tests apart, and what its files export. */
export function readStructure(root: string): Structure {
  const { files, edges } = importGraph(root);
  const modules = moduleNames(root);
  return {
    edges,
    circles: circles(edges),
    backwardImports: backwardImports(edges, placeOf),
    withoutPlace: files.filter((file) => file.startsWith('server/') && placeOf(file) === undefined),
    unusedExports: unusedExports(modules),
    repeatedNames: repeatedNames(modules),
    figures: houseFigures(root, modules),
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
    ...structure.unusedExports
      .filter(({ file, name }) => known.unusedExports[file]?.includes(name) !== true)
      .map(unusedFault),
    ...[...structure.repeatedNames]
      .filter(([name]) => !known.repeatedNames.includes(name))
      .map(([name, sites]) => repeatedFault(name, sites)),
    ...figureFaults(structure.figures),
    ...mendedFaults(structure, known),
  ];
}

function placeFault(file: string): string {
  const rooms = ROOMS.map(({ name, holds }) => `${name}（${holds}）`).join('、');
  return `${file}  不属于任何房间：${rooms}。请放进所属房间的文件夹`;
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

function unusedFault({ file, line, name }: ExportSite): string {
  return `${file}:${line}  没有文件引用导出的“${name}”。请去掉 export，不再用的整个删除；由名字以外的方式取用的写进 scripts/layers/export-faults.ts`;
}

function repeatedFault(name: string, sites: readonly ExportSite[]): string {
  const [first, ...others] = sites.map(({ file, line }) => `${file}:${line}`);
  return `${first}  “${name}”在 ${others.join('、')} 也有导出。意思相同的合为一个，不同的各取其名`;
}

function mendedFaults(structure: Structure, known: KnownFaults): string[] {
  const left = shrinkKnownFaults(known, found(structure));
  const way = '请执行 node scripts/check-structure.ts --shrink，从名单中去掉';
  return [
    ...known.circles
      .filter((files) => !isKnownCircle(left, files))
      .map((files) => `${files[0]}  名单中这 ${files.length} 个文件的循环引用已经没有或变小。${way}`),
    ...knownImports(known)
      .filter((arrow) => !isKnownImport(left, arrow))
      .map(({ from, to }) => `${from}  名单中对“${to}”的反向引用已经没有。${way}`),
    ...Object.entries(known.unusedExports).flatMap(([file, names]) =>
      names
        .filter((name) => left.unusedExports[file]?.includes(name) !== true)
        .map((name) => `${file}  名单中无人引用的“${name}”已经没有。${way}`),
    ),
    ...known.repeatedNames
      .filter((name) => !left.repeatedNames.includes(name))
      .map((name) => `“${name}”  名单中多处导出的这个名字已经不再重复。${way}`),
  ];
}

function found(structure: Structure): FoundFaults {
  return { ...structure, repeatedNames: structure.repeatedNames.keys() };
}

function main(): void {
  const [folder] = process.argv.slice(2).filter((argument) => argument !== '--shrink');
  const root = folder ?? join(import.meta.dirname, '..');
  const structure = readStructure(root);
  if (process.argv.includes('--shrink')) {
    writeKnownFaults(root, shrinkKnownFaults(readKnownFaults(root), found(structure)));
  }
  const known = readKnownFaults(root);
  const faults = structureFaults(structure, known);
  for (const fault of faults) console.error(`${fault}。`);
  const largest = Math.max(0, ...structure.circles.map(({ length }) => length));
  const counts =
    `循环引用 ${structure.circles.length} 处（最大 ${largest} 个文件），` +
    `反向引用 ${structure.backwardImports.length} 处，` +
    `无人引用的导出 ${structure.unusedExports.length} 个，重复的导出名 ${structure.repeatedNames.size} 个；` +
    `服务端的房间 ${ROOMS.length} 间；` +
    structure.figures
      .map(({ says, sites, most }) => `${says} ${sites.length} 处${most > 0 ? `（至多 ${most}）` : ''}`)
      .join('，');
  if (faults.length > 0) {
    console.error(`结构检查：${faults.length} 处不符；${counts}。`);
    process.exitCode = 1;
  } else {
    console.log(`结构检查：通过；${counts}。`);
  }
}

if (import.meta.main) main();
