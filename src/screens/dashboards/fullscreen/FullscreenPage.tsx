import {
  CaretRightOutlined,
  CloseOutlined,
  ExpandOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { plantTime } from '../../../api/plant-clock.ts';
import { isNumber } from '../../../page-kinds/joint/dashboard/NumberTable.tsx';
import { Tile } from '../../../page-kinds/joint/dashboard/Tile.tsx';
import { useDashboard } from '../../../page-kinds/joint/dashboard/use-dashboard.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { useScreenText } from '../../texts/texts.ts';
import styles from './FullscreenPage.module.css';
import { INTERVALS, slidesOf } from './slides.ts';
import '../../../page-kinds/joint/dashboard/dashboard.css';

/** The page whose figures are shown, and where whoever leaves goes. */
const BOARD = 'platIndicators';
const BACK = '/safety/dashboard/platIndicators';

/** The platform's indicators as slides on a whole screen, for a meeting room; Esc leaves. */
export function FullscreenPage() {
  const text = useScreenText();
  const navigate = useNavigate();
  const read = useDashboard(BOARD, '');
  const leave = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    void navigate(BACK);
  }, [navigate]);
  const slides = slidesOf(read.data?.tiles.filter(isNumber) ?? []);
  const [at, setAt] = useState(0);
  const [every, setEvery] = useState<number>(INTERVALS[1]);
  const [paused, setPaused] = useState(false);
  const shown = at % slides.length;
  const turn = useCallback(
    (by: number) => setAt((last) => (last + by + slides.length) % slides.length),
    [slides.length],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that was turned to by hand stays its whole time.
  useEffect(() => {
    if (paused || slides.length < 2) return;
    const timer = setInterval(() => turn(1), every * 1_000);
    return () => clearInterval(timer);
  }, [paused, every, turn, at]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
      else if (key === 'ArrowRight') turn(1);
      else if (key === 'ArrowLeft') turn(-1);
    };
    // The browser takes Esc for itself while it shows one element on the whole screen, and tells of it this way.
    const onWhole = (): void => {
      if (document.fullscreenElement === null) leave();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onWhole);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onWhole);
    };
  }, [leave, turn]);

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{text('fullscreen.title')}</h1>
        <span className={styles.time}>{plantTime().slice(0, 16)}</span>
        <div className={styles.tools}>
          <Segmented
            aria-label={text('fullscreen.every')}
            value={every}
            onChange={setEvery}
            options={INTERVALS.map((count) => ({ value: count, label: text('fullscreen.seconds', { count }) }))}
          />
          <Button aria-label={text('fullscreen.before')} icon={<LeftOutlined />} onClick={() => turn(-1)} />
          <Button
            aria-label={text(paused ? 'fullscreen.go' : 'fullscreen.pause')}
            icon={paused ? <CaretRightOutlined /> : <PauseOutlined />}
            onClick={() => setPaused((before) => !before)}
          />
          <Button aria-label={text('fullscreen.next')} icon={<RightOutlined />} onClick={() => turn(1)} />
          <Button
            icon={<ExpandOutlined />}
            onClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
          >
            {text('fullscreen.whole')}
          </Button>
          <Button icon={<CloseOutlined />} onClick={leave}>
            {text('fullscreen.leave')}
          </Button>
        </div>
      </header>
      {read.data === undefined ? (
        read.error === undefined ? (
          <LoadingDelay loading rows={8} />
        ) : read.forbidden ? (
          <EmptyState reason="forbidden" title={text('fullscreen.forbidden')} />
        ) : (
          <ErrorState title={text('fullscreen.failed')} message={read.error} onRetry={read.retry} />
        )
      ) : slides[0]?.length === 0 ? (
        <EmptyState title={text('fullscreen.none')} />
      ) : (
        <>
          <div
            className={styles.cards}
            style={{ '--columns': (slides[0]?.length ?? 0) > 6 ? 4 : 3 } as React.CSSProperties}
            data-testid="slide"
          >
            {slides[shown]?.map((tile) => (
              <Tile key={tile.key} tile={tile} />
            ))}
          </div>
          <p className={styles.foot} aria-live="off">
            {text('fullscreen.page', { page: shown + 1, pages: slides.length })}
          </p>
        </>
      )}
    </main>
  );
}
