import type { TileContent } from '../../../core/wire/joint.ts';
import { reachesTarget } from '../../../core/wire/statistics.ts';
import { figureWithUnit } from '../../../runtime/statistics/figures.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';

type NumberContent = Extract<TileContent, { kind: 'number' }>;

/** What a number should reach, in words: `≥ 95.0%`; '' where nothing is said. */
export function targetWords({ target, ...number }: NumberContent): string {
  if (target === undefined) return '';
  const { atLeast, atMost = 0 } = target;
  return atLeast === undefined ? `≤ ${figureWithUnit(atMost, number)}` : `≥ ${figureWithUnit(atLeast, number)}`;
}

/** Whether a number reaches its target, by a word; that nothing was counted for it, where that is so. */
export function TargetState({ number, bare = false }: { readonly number: NumberContent; readonly bare?: boolean }) {
  const text = useJointText();
  const { target, value, empty } = number;
  if (empty === true) return <StatusTag text={text('tile.noData')} color="grey" />;
  if (target === undefined) return null;
  const reached = reachesTarget(value, target);
  return (
    <span className="anlan-dash-tile-target">
      <StatusTag text={text(reached ? 'tile.reached' : 'tile.missed')} color={reached ? 'green' : 'red'} />
      {bare ? null : <span>{text('tile.target', { target: targetWords(number) })}</span>}
    </span>
  );
}
