import type { CSSProperties, ReactNode } from 'react';
import { tagColour } from '../../../ui/StatusTag.tsx';
import { useLanguage } from '../../../ui/text/define-texts.ts';
import { wallFigure } from './figures.ts';
import { useWallText } from './texts.ts';

/** A line of bars. */
interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** Colour of the dictionary. Default none. */
  readonly color?: string | undefined;
  readonly address?: string | undefined;
  /** Said behind the label. Default nothing. */
  readonly note?: ReactNode;
}

/** Numbers below each other with their names and lengths; those that may be opened are links. */
export function Bars({ bars, graded = false }: { readonly bars: readonly Bar[]; readonly graded?: boolean }) {
  const language = useLanguage((state) => state.language);
  const text = useWallText();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="anlan-wall-bars">
      {bars.map(({ key, label, value, color, address, note }) => {
        const shown = wallFigure(value, 0, language);
        const inner = (
          <>
            <span className="anlan-wall-label">
              {graded ? <i data-colour={tagColour(color)} aria-hidden /> : null}
              <span>{label}</span>
              {note}
            </span>
            <strong>{shown}</strong>
            <span
              className="anlan-wall-bar"
              data-colour={graded ? tagColour(color) : undefined}
              style={{ '--share': value / most } as CSSProperties}
              aria-hidden
            />
          </>
        );
        return (
          <li key={key} title={String(value)}>
            {address === undefined ? (
              <div className="anlan-wall-line">{inner}</div>
            ) : (
              <a
                className="anlan-wall-line"
                href={address}
                target="_blank"
                rel="noopener"
                aria-label={text('tile.open', { title: label, value: shown })}
              >
                {inner}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
