import { LeftOutlined, PauseOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { TileContent } from '../../../core/wire/joint.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useJointText } from '../text.ts';
import { UnionName } from './UnionName.tsx';

/** Milliseconds that one row stands (specification, section 9). */
export const BANNER_TURN = 20_000;

/** The rows of a union one at a time, each for 20 seconds; it stands still while somebody points at it or is in it. */
export function BannerTile({ content }: { readonly content: Extract<TileContent, { kind: 'union' }> }) {
  const text = useJointText();
  const { rows, parts, columns, date } = content;
  const [shown, setShown] = useState(0);
  const [held, setHeld] = useState({ pointed: false, within: false });
  const rests = held.pointed || held.within || rows.length < 2;
  // A new row waits its whole time, whether it came by itself or was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row begins the time anew.
  useEffect(() => {
    if (rests) return undefined;
    const timer = setTimeout(() => setShown((index) => index + 1), BANNER_TURN);
    return () => clearTimeout(timer);
  }, [rests, shown]);
  const at = shown % Math.max(1, rows.length);
  const row = rows[at];
  if (row === undefined) return <EmptyState title={text('tile.empty')} />;
  const turn = (by: number) => setShown((at + by + rows.length) % rows.length);
  const day = columns.some(({ key }) => key === date) ? (row.cells[date]?.text ?? '').slice(0, 16) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stands still while it is read.
    <div
      className="anlan-dash-banner"
      onMouseEnter={() => setHeld((before) => ({ ...before, pointed: true }))}
      onMouseLeave={() => setHeld((before) => ({ ...before, pointed: false }))}
      onFocus={() => setHeld((before) => ({ ...before, within: true }))}
      onBlur={() => setHeld((before) => ({ ...before, within: false }))}
    >
      <span className="anlan-dash-banner-kind">{parts.find(({ key }) => key === row.member)?.title ?? ''}</span>
      <UnionName content={content} row={row} plain />
      <span className="anlan-union-day">{day}</span>
      {rows.length < 2 ? null : (
        <span className="anlan-dash-banner-turn">
          {held.pointed || held.within ? <PauseOutlined aria-hidden /> : null}
          <Button
            type="text"
            icon={<LeftOutlined aria-hidden />}
            aria-label={text('banner.before')}
            onClick={() => turn(-1)}
          />
          <span>{text('banner.place', { at: at + 1, of: rows.length })}</span>
          <Button
            type="text"
            icon={<RightOutlined aria-hidden />}
            aria-label={text('banner.next')}
            onClick={() => turn(1)}
          />
        </span>
      )}
    </div>
  );
}
