// `node scripts/check-secure.ts [folder]`, part of `npm run lint`: no code of the client asks for what browsers have over
// HTTPS alone, since plants serve plain http in their own network. Exits 1 with one line per fault.
import { isPlainFile, secureOnly } from './secure/secure-only.ts';
import { type ClientRule, clientFaults, runClientRule } from './source/client-faults.ts';

const rule: ClientRule = {
  name: '明文连接检查',
  folders: ['designer', 'src'],
  isJudged: isPlainFile,
  faultsIn: (_, text) =>
    secureOnly(text).map(({ line, what, instead }) => ({
      line,
      message: `用了只有 HTTPS 下才有的 ${what}，请改用 ${instead}`,
    })),
};

/** All faults of a checkout's client. */
export const checkSecure = (root: string): string[] => clientFaults(root, rule);

if (import.meta.main) runClientRule(rule, process.argv[2]);
