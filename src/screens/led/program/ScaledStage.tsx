import { useCallback, useState } from 'react';
import { useScreenText } from '../../texts/texts.ts';
import { playing } from './playing.ts';
import styles from './ScaledStage.module.css';
import { Stage } from './Stage.tsx';
import type { ScreenPrograms } from './screen-programs.ts';
import type { MediaAddresses } from './useMedia.ts';
import { useScale } from './useScale.ts';
import type { TicketRow } from './useTicketRows.ts';

/** Pixels of a screen whose size nobody has entered. */
const SIZE = { width: 1920, height: 1080 } as const;

interface ScaledStageProps {
  readonly screen: ScreenPrograms;
  readonly time: string;
  readonly media: MediaAddresses;
  readonly tickets: readonly TicketRow[] | undefined;
}

/** A screen at its true size, made smaller to fit where it has to, with what it shows at a time said in words. */
export function ScaledStage({ screen, time, media, tickets }: ScaledStageProps) {
  const text = useScreenText();
  const now = playing(screen, time);
  const width = screen.width ?? SIZE.width;
  const height = screen.height ?? SIZE.height;
  const { frame, scale } = useScale(width);
  const [faults, setFaults] = useState<ReadonlySet<string>>(new Set());
  const noteFault = useCallback((file: string) => setFaults((before) => new Set(before).add(file)), []);
  const file = now !== undefined && 'file' in now.content ? now.content.file : undefined;
  const number = (now?.program.media.findIndex((one) => one.file === file) ?? -1) + 1;
  return (
    <>
      <p className={styles.told} role="status">
        {now === undefined
          ? text('led.nothing', { time })
          : text('led.showing', { seconds: Math.ceil(now.left), count: screen.programs.length })}
        {' · '}
        {text('led.size', { width, height, percent: Math.round(scale * 100) })}
      </p>
      <div ref={frame} className={styles.frame} style={{ height: height * scale }}>
        <div className={styles.scaled} style={{ transform: `scale(${scale})` }}>
          <Stage now={now} width={width} height={height} media={media} tickets={tickets} onFault={noteFault} />
        </div>
      </div>
      {file === undefined || (!faults.has(file) && media.has(file)) ? null : (
        <p role={faults.has(file) ? 'alert' : 'status'} className={faults.has(file) ? styles.fault : styles.told}>
          {text(faults.has(file) ? 'led.media.fault' : 'led.media.loading', { number })}
        </p>
      )}
    </>
  );
}
