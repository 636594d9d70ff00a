import { ClockCircleOutlined } from '@ant-design/icons';
import { type ReactNode, useId } from 'react';
import type { TileAnswer } from '../../../core/wire/joint.ts';
import { useWallText } from './texts.ts';

interface PanelProps {
  readonly title: string;
  /** Tiles of which it is made; undefined ones are not there. */
  readonly tiles: readonly (TileAnswer | undefined)[];
  /** What is said beside the title. Default nothing. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the wall: its name, what it shows, and why that is not fresher. Without any of its tiles it is not there. */
export function Panel({ title, tiles, note, children }: PanelProps) {
  const text = useWallText();
  const heading = useId();
  const there = tiles.filter((tile) => tile !== undefined);
  if (there.length === 0) return null;
  const missing = there.find(({ content }) => content === undefined);
  const late = there.find((tile) => tile.late !== undefined && tile.at !== undefined);
  return (
    <section className="anlan-wall-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {late === undefined ? (
          note
        ) : (
          <span className="anlan-wall-late" role="status">
            <ClockCircleOutlined aria-hidden /> {text('tile.late', { time: late.at?.slice(5, 16) ?? '' })}
          </span>
        )}
      </header>
      {missing === undefined ? (
        children
      ) : (
        <p className="anlan-wall-none" role="status">
          {text(missing.late === 'failed' ? 'tile.failed' : 'tile.slow')}
        </p>
      )}
    </section>
  );
}
