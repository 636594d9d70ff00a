import type { CSSProperties } from 'react';
import type { Counted } from '../../../core/wire/statistics.ts';
import { useLanguage } from '../../../ui/text/define-texts.ts';
import { wallFigure } from './figures.ts';
import { useWallText } from './texts.ts';

interface WallFigureProps {
  readonly title: string;
  readonly value: Counted | undefined;
  readonly scale: number;
  readonly unit: string;
  /** List of the rows behind it. Default none. */
  readonly address?: string | undefined;
  /** Whether it says that something is wrong. Default false. */
  readonly wrong?: boolean;
  /** Whether the title stands in front rather than below. Default false. */
  readonly beside?: boolean;
}

/** About how many Latin letters wide a unit is. */
const widthOf = (unit: string): number => [...unit].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);

/** A large figure, as wide as it may be; a press on it opens its rows in a window of their own. */
export function WallFigure({ title, value, scale, unit, address, wrong = false, beside = false }: WallFigureProps) {
  const language = useLanguage((state) => state.language);
  const text = useWallText();
  const shown = wallFigure(value, scale, language);
  const said = unit === '' ? shown : `${shown}${unit === '%' ? '' : ' '}${unit}`;
  const whole = value === null || value === undefined ? undefined : String(value);
  const inner = (
    <>
      <span className="anlan-wall-value">
        <strong>{shown}</strong>
        {unit === '' ? null : <small>{unit}</small>}
      </span>
      <span className="anlan-wall-name">{title}</span>
    </>
  );
  const common = {
    className: beside ? 'anlan-wall-figure anlan-wall-beside' : 'anlan-wall-figure',
    'data-wrong': wrong ? '' : undefined,
    title: whole,
    style: { '--chars': Math.max(shown.length, 1), '--unit': widthOf(unit) } as CSSProperties,
  };
  if (address === undefined) return <p {...common}>{inner}</p>;
  return (
    <a {...common} href={address} target="_blank" rel="noopener" aria-label={text('tile.open', { title, value: said })}>
      {inner}
    </a>
  );
}
