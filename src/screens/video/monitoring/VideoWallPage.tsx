import { LeftOutlined, RightOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { CHOICE, choose, useChoice } from '../../../api/choices.ts';
import { useOnline } from '../../../runtime/kept/useKept.ts';
import { BottomSheet } from '../../../ui/BottomSheet.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { CameraChooser } from './CameraChooser.tsx';
import { CameraTile } from './CameraTile.tsx';
import { useVideoText } from './text.ts';
import { useCameras } from './useCameras.ts';
import styles from './video.module.css';
import { LAYOUTS, MOST_CHOSEN, parseWallChoice, type WallLayout, wallChoiceText } from './wall-choice.ts';

/** Milliseconds after which a page that filled the screen stands again as it was. */
const SETTLED = 100;

/** Tiles that may be live at a time because something moves: more would only show that all moves. */
const MOST_MOVED = 4;

/** The wall of cameras, in one column on a phone. */
export function VideoWallPage() {
  const text = useVideoText();
  const phone = useIsPhone();
  const online = useOnline();
  const { cameras, areas, problem, reload } = useCameras();
  const kept = parseWallChoice(useChoice(CHOICE.videoWall), phone ? 4 : 9);
  const [page, setPage] = useState(0);
  const [choosing, setChoosing] = useState(false);
  const wall = useRef<HTMLDivElement>(null);
  const keys = useKeys();
  const { large, setLarge } = useLarge(wall);
  const live = useRef(new Set<string>());
  const onLive = useCallback((id: string, on: boolean) => {
    if (on) live.current.add(id);
    else live.current.delete(id);
  }, []);
  const mayGoLive = useCallback((id: string) => live.current.has(id) || live.current.size < MOST_MOVED, []);

  if (problem?.forbidden) return <EmptyState reason="forbidden" title={text('forbidden')} />;
  if (problem !== undefined) return <ErrorState title={text('failed')} message={problem.msg} onRetry={reload} />;
  if (cameras === undefined) return <LoadingDelay loading rows={8} />;
  if (cameras.length === 0) return <EmptyState title={text('none')} description={text('none.hint')} />;

  const byId = new Map(cameras.map((camera) => [camera.id, camera]));
  const chosen = kept.cameras.filter((id) => byId.has(id));
  const shown = chosen.length === 0 ? cameras : chosen.flatMap((id) => byId.get(id) ?? []);
  const pages = Math.max(1, Math.ceil(shown.length / kept.layout));
  const at = Math.min(page, pages - 1);
  const tiles = shown.slice(at * kept.layout, (at + 1) * kept.layout);
  const turn = (by: number) => setPage((at + by + pages) % pages);
  const setLayout = (layout: WallLayout) => {
    choose(CHOICE.videoWall, wallChoiceText({ ...kept, layout }));
    setPage(0);
  };
  const setChosen = (ids: readonly string[]) => {
    choose(CHOICE.videoWall, wallChoiceText({ ...kept, cameras: ids.slice(0, MOST_CHOSEN) }));
    setPage(0);
  };
  keys.current = (event) => {
    const layout = { '1': 1, '4': 4, '9': 9, '0': 16 }[event.key];
    if (layout !== undefined) setLayout(layout as WallLayout);
    else if (event.key === 'PageDown') turn(1);
    else if (event.key === 'PageUp') turn(-1);
    else if (event.key.toLowerCase() === 'f') setLarge(large ?? focusedCamera());
    else if (event.key.startsWith('Arrow')) moveFocus(event.key, columnsOf(kept.layout, phone));
    else return;
    event.preventDefault();
  };
  const chooser = <CameraChooser {...{ cameras, areas, chosen }} onChange={setChosen} />;
  return (
    <div className={styles.page} data-testid="video-wall">
      <header className={styles.head}>
        <h1>{text('title')}</h1>
        <Segmented
          aria-label={text('layout')}
          value={kept.layout}
          onChange={setLayout}
          options={LAYOUTS.map((count) => ({ value: count, label: text('layout.of', { count }) }))}
        />
        {pages > 1 && (
          <span className={styles.pages}>
            <Button icon={<LeftOutlined aria-hidden />} aria-label={text('page.before')} onClick={() => turn(-1)} />
            <span>{text('page', { page: at + 1, pages })}</span>
            <Button icon={<RightOutlined aria-hidden />} aria-label={text('page.after')} onClick={() => turn(1)} />
          </span>
        )}
        <Button
          icon={<VideoCameraOutlined aria-hidden />}
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
        >
          {text('choose')}
        </Button>
      </header>
      {!online && <Alert type="warning" showIcon title={text('offline')} />}
      <div className={choosing && !phone ? `${styles.body} ${styles.beside}` : styles.body}>
        {choosing && !phone && <aside className={styles.side}>{chooser}</aside>}
        <div ref={wall} className={styles.wall} data-tiles={kept.layout}>
          {tiles.map((camera) => (
            <CameraTile
              key={camera.id}
              camera={camera}
              large={large === camera.id}
              mayGoLive={mayGoLive}
              onLive={onLive}
              onLarge={setLarge}
            />
          ))}
        </div>
      </div>
      {!phone && <p className={styles.hint}>{text('keys')}</p>}
      {phone && (
        <BottomSheet
          open={choosing}
          title={text('choose')}
          footer={
            <Button type="primary" block onClick={() => setChoosing(false)}>
              {text('choose.done')}
            </Button>
          }
          onClose={() => setChoosing(false)}
        >
          {chooser}
        </BottomSheet>
      )}
    </div>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"], [role="radiogroup"]') !== null;

/** What is done with a key wherever the focus is, but where somebody types. */
function useKeys(): RefObject<(event: KeyboardEvent) => void> {
  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.altKey && !event.metaKey && !isTyping(event.target)) keys.current(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return keys;
}

const columnsOf = (layout: WallLayout, phone: boolean): number => (phone ? 1 : Math.sqrt(layout));

const focusedCamera = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-camera]')?.dataset.camera;

/** Goes to the tile beside the one that has the focus, or to the first. */
function moveFocus(key: string, columns: number): void {
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
  const current = document.activeElement?.closest('[data-camera]');
  const at = tiles.findIndex((tile) => current?.contains(tile));
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
  tiles[at < 0 ? 0 : Math.min(Math.max(at + by, 0), tiles.length - 1)]?.focus();
}

/** The tile that fills the screen: the browser's whole screen where it lets us, else the window. */
function useLarge(wall: RefObject<HTMLDivElement | null>) {
  const [large, setState] = useState<string | undefined>(undefined);
  const setLarge = useCallback(
    (id: string | undefined) => {
      setState(id);
      if (id === undefined) {
        if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
        return;
      }
      // Of the wall, so that the tile's player goes on as it is.
      void wall.current?.requestFullscreen?.().catch(() => {});
    },
    [wall],
  );
  useEffect(() => {
    if (large === undefined) return;
    const onWhole = () => {
      if (document.fullscreenElement === null) setState(undefined);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setLarge(undefined);
    };
    document.addEventListener('fullscreenchange', onWhole);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onWhole);
      document.removeEventListener('keydown', onKey);
    };
  }, [large, setLarge]);
  // Whoever leaves the large picture finds the wall where he was; the browser begins at its top again.
  const left = useRef<string | undefined>(undefined);
  useEffect(() => {
    const id = left.current;
    left.current = large;
    if (id === undefined || large !== undefined) return;
    const back = () =>
      wall.current?.querySelector(`[data-camera="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' });
    const soon = () => setTimeout(back, SETTLED);
    if (document.fullscreenElement === null) soon();
    else document.addEventListener('fullscreenchange', soon, { once: true });
  }, [large, wall]);
  return { large, setLarge };
}
