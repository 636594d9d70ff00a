// `node scripts/check-clocks.ts [folder]`, part of `npm run lint`: no code of the client asks the browser's clock or
// shows a time in the browser's zone; both come from src/api/plant-clock.ts. Exits 1 with one line per fault.
import { askedClocks, isClockFile } from './clocks/asked-clocks.ts';
import { type ClientRule, clientFaults, runClientRule } from './source/client-faults.ts';

const rule: ClientRule = {
  name: '时钟检查',
  isJudged: isClockFile,
  faultsIn: (file, text) =>
    askedClocks(file, text).map(({ line, what }) => ({
      line,
      message: `用了浏览器的时钟或时区（${what}），请改用 src/api/plant-clock.ts`,
    })),
};

/** All faults of a checkout's client. */
export const checkClocks = (root: string): string[] => clientFaults(root, rule);

if (import.meta.main) runClientRule(rule, process.argv[2]);
