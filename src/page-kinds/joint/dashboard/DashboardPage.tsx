import { useEffect, useState } from 'react';
import { fetchDashboard } from '../../../api/joint.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import type { JointViewProps } from '../joint-view.ts';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { Tile } from './Tile.tsx';
import './dashboard.css';

/** Tiles, read by one call and again when the first of them is due; while the page is out of sight it asks nothing. */
export function DashboardPage({ head }: JointViewProps) {
  const text = useJointText();
  const [round, setRound] = useState(0);
  const read = useLoaded(`${head.code}/${head.revision}/${round}`, (signal) => fetchDashboard(head.code, signal));
  const seconds = read.data?.refresh;
  useEffect(() => {
    if (seconds === undefined) return;
    const again = (): void => {
      if (document.visibilityState === 'visible') setRound((last) => last + 1);
    };
    const timer = setInterval(again, seconds * 1_000);
    return () => clearInterval(timer);
  }, [seconds]);

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
  const { tiles } = read.data;
  if (tiles.length === 0) {
    return (
      <PageContainer>
        <EmptyState reason="forbidden" title={text('dashboard.nothing')} />
      </PageContainer>
    );
  }
  return (
    <div className="anlan-dash-tiles" aria-busy={read.loading}>
      {tiles.map((tile) => (
        <Tile key={tile.key} tile={tile} />
      ))}
    </div>
  );
}
