// `node scripts/check-floors.ts [folder]`, part of `npm run lint`: no locked package is below its floor, and every
// package that the product is asked to be built with is used. Exits 1 with one line per fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLock, type LockedPackages } from './floors/check-lock.ts';
import { checkUse } from './floors/check-use.ts';
import { ASKED_PACKAGES, FLOORS } from './floors/floors.ts';

/** All faults of a checkout's packages. */
function checkFloors(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages };
  return [...checkLock(lock.packages, FLOORS), ...checkUse(root, ASKED_PACKAGES)];
}

if (import.meta.main) {
  const faults = checkFloors(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(`${fault}。`);
  if (faults.length > 0) {
    console.error(`依赖版本检查：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log('依赖版本检查：通过。');
  }
}
