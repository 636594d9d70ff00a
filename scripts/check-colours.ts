// `node scripts/check-colours.ts [folder]`, part of `npm run lint`: no style sheet and no code of the client writes a
// colour of its own; all of them stand in src/ui/theme/palette.ts. Exits 1 with one line per fault.
import { isColourFile, literalColours } from './colours/literal-colours.ts';
import { type ClientRule, clientFaults, runClientRule } from './source/client-faults.ts';

const rule: ClientRule = {
  name: '颜色检查',
  isJudged: isColourFile,
  faultsIn: (file, text) =>
    literalColours(file, text).map(({ line, colour }) => ({
      line,
      message: `直接写了颜色 ${colour}，请改用 src/ui/theme/palette.ts 中的颜色`,
    })),
};

/** All faults of a checkout's client. */
export const checkColours = (root: string): string[] => clientFaults(root, rule);

if (import.meta.main) runClientRule(rule, process.argv[2]);
