import type { Floor } from './floors.ts';

/** What package-lock.json says of one installed package. */
interface LockedPackage {
  readonly version?: string;
  /** The real name where the folder is an alias. */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `packages` of package-lock.json, by folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Faults of a lock against the floors, every copy of a package counted. */
export function checkLock(packages: LockedPackages, floors: readonly Floor[]): string[] {
  return floors.flatMap((floor) => {
    const copies = Object.entries(packages).filter(([folder]) => isCopy(folder, floor));
    if (copies.length === 0) {
      return [
        `package-lock.json 里没有“${floor.name}”，要求不低于 ${floor.least}（${floor.reason}）。请执行 npm install`,
      ];
    }
    return copies.flatMap(([folder, locked]) => {
      const fault = faultOf(floor, locked);
      return fault === undefined ? [] : [`package-lock.json：${folder} ${fault}（${floor.reason}）`];
    });
  });
}

function faultOf(floor: Floor, { version = '0.0.0', name }: LockedPackage): string | undefined {
  const real = name ?? floor.name;
  const wanted = floor.alias ?? floor.name;
  if (real !== wanted) return `实为“${real}”，应为“${wanted}”。请在 package.json 写 "npm:${wanted}@^${floor.least}"`;
  if (compareVersions(version, floor.least) < 0) return `是 ${version}，不能低于 ${floor.least}。请升级`;
  if (floor.below !== undefined && compareVersions(version, floor.below) >= 0) {
    return `是 ${version}，须低于 ${floor.below}。请退回`;
  }
  return undefined;
}

function isCopy(folder: string, { name, ownOnly }: Floor): boolean {
  return folder === `node_modules/${name}` || (ownOnly !== true && folder.endsWith(`/node_modules/${name}`));
}

/** Order of two versions: negative when the first is older. A pre-release is older than its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  for (const index of [0, 1, 2]) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.preview === right.preview) return 0;
  if (left.preview === '' || right.preview === '') return left.preview === '' ? 1 : -1;
  return left.preview < right.preview ? -1 : 1;
}

function split(version: string): { numbers: readonly number[]; preview: string } {
  const [core = '', ...preview] = (version.split('+')[0] ?? '').split('-');
  return { numbers: core.split('.').map(Number), preview: preview.join('-') };
}
