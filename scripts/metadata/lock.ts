import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { hasErrors } from '../../src/core/dialect/problem.ts';
import { type IdsLock, judgeLock, LOCK_FILE, lockText, lockWorld, printLock, readLock } from './ids-lock.ts';
import { printProblems, root, schemas } from './report.ts';

/** `lock [--remove <entity id>]…`: notes ids, types, options and states as they stand, once lint has nothing against them. */
export async function run(args: readonly string[]): Promise<number> {
  const judged = checkWorld(readMetadataFiles(schemas), { texts: false });
  const { models, problems } = judged;
  if (hasErrors(problems)) {
    printProblems(problems.filter(({ severity }) => severity === 'error'));
    return 1;
  }
  const text = lockText(schemas);
  const read = text === undefined ? { lock: {} } : readLock(text);
  if ('problem' in read) {
    printProblems([read.problem]);
    return 1;
  }
  const lock: Record<string, IdsLock[string]> = { ...read.lock };
  for (const id of removals(args)) {
    if (!Object.hasOwn(lock, id) || [...models.values()].some((model) => model.id === id)) {
      console.error(Object.hasOwn(lock, id) ? `实体“${id}”的文件还在，先删除它` : `标识锁中没有实体“${id}”`);
      return 1;
    }
    lock[id] = 'removed';
  }
  const refused = judgeLock(lock, judged);
  if (refused.length > 0) {
    printProblems(refused);
    return 1;
  }
  const wanted = printLock(lockWorld(models.values(), lock));
  if (wanted === text) console.log('标识锁已是最新的');
  else {
    writeFileSync(path.join(root, LOCK_FILE), wanted);
    console.log(`已写入 ${LOCK_FILE}`);
  }
  return 0;
}

/** What stands behind each `--remove`. */
function removals(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => (arg === '--remove' ? [args[index + 1] ?? ''] : []));
}
