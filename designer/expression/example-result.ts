import { checkExpression, createScope, evaluateExpression, parseExpression } from '../../src/core/expression/index.ts';
import { shownValue } from './steps.ts';

const NOTHING = createScope({ names: {} });

/** What a function's example gives, where it says all that it needs itself; undefined for others. */
export function exampleResult(example: string): string | undefined {
  const parsed = parseExpression(example);
  if ('problems' in parsed) return undefined;
  const { problems, live, serverOnly, type } = checkExpression(parsed.node, NOTHING);
  if (problems.length > 0 || live || serverOnly || type === 'duration') return undefined;
  const me = { userId: null, account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '' };
  return shownValue(
    evaluateExpression(parsed.node, {
      names: () => null,
      now: '2026-01-01 00:00:00',
      me,
      calendar: { holidays: new Set(), workdays: new Set() },
    }),
  );
}
