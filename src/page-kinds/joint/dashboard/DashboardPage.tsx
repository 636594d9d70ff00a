import type { DashboardAnswer, TileAnswer } from '../../../core/wire/joint.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import type { JointViewProps } from '../joint-view.ts';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { isNumber, NumberTable } from './NumberTable.tsx';
import { Tile } from './Tile.tsx';
import { useDashboard } from './use-dashboard.ts';
import './dashboard.css';

/** A page of tiles. */
export function DashboardPage({ head }: JointViewProps) {
  const text = useJointText();
  const read = useDashboard(head.code, head.revision);
  if (read.data === undefined) {
    return (
      <PageContainer>
        {read.error === undefined ? (
          <LoadingDelay loading rows={8} />
        ) : (
          <ReadFailure title={text('dashboard.failed')} read={read} />
        )}
      </PageContainer>
    );
  }
  if (read.data.tiles.length === 0) {
    return (
      <PageContainer>
        <EmptyState reason="forbidden" title={text('dashboard.nothing')} />
      </PageContainer>
    );
  }
  return <Tiles answer={read.data} busy={read.loading} />;
}

/** Numbers stand together: a chart beside them would draw them out to its height. */
const isSmall = (tile: TileAnswer): boolean => isNumber(tile) || tile.content?.kind === 'tasks';

/** What was read, as its file lays it out. */
export function Tiles({ answer, busy }: { readonly answer: DashboardAnswer; readonly busy: boolean }) {
  const { tiles, layout } = answer;
  const lines = layout === 'table' ? tiles.filter(isNumber) : [];
  const figures = layout === 'table' ? [] : tiles.filter(isSmall);
  const rest = tiles.filter((tile) => !lines.includes(tile) && !figures.includes(tile));
  return (
    <>
      {lines.length === 0 ? null : <NumberTable tiles={lines} />}
      {[figures, rest].map((group) =>
        group.length === 0 ? null : (
          <div key={group[0]?.key} className="anlan-dash-tiles" aria-busy={busy}>
            {group.map((tile) => (
              <Tile key={tile.key} tile={tile} />
            ))}
          </div>
        ),
      )}
    </>
  );
}
