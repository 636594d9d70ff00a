import { callsWithin, parseExpression } from '../expression/index.ts';
import { LABEL_OF } from '../expression/label-of.ts';
import type { LintedEntity } from './lint-context.ts';
import type { Path } from './walk/walk.ts';
import { walkedPlaces } from './walk/walked.ts';

/**
 * `labelOf` stands where an expression is read once, with the model. Rights, people, and what a reference offers are read
 * for each person and tenant anew, timers and votes as they were when they began: by their text alone, which does not
 * say whose titles are meant.
 */
export function lintLabels({ entity, sink }: LintedEntity): void {
  walkedPlaces(entity)({
    expression({ path }, source) {
      if (!isReadByText(path) || !source.includes(LABEL_OF)) return;
      const parsed = parseExpression(source);
      if ('problems' in parsed || !callsWithin(parsed.node).some(({ name }) => name === LABEL_OF)) return;
      sink.error(
        path,
        `表达式“${source}”：权限、人员、定时器、投票的条件和引用的可选范围里不能用 labelOf(…)`,
        "与值比较，如 level == '1'；或先算在一个字段里，再用那个字段",
      );
    },
  });
}

const READ_BY_TEXT = ['ref', 'timers', 'vote'] as const;

function isReadByText(path: Path): boolean {
  return (
    path[0] === 'permissions' || path.at(-1) === 'expression' || READ_BY_TEXT.some((keyword) => path.includes(keyword))
  );
}
