import { FireFilled } from '@ant-design/icons';
import type { TileAnswer } from '../../../core/wire/joint.ts';
import { tagColour } from '../../../ui/StatusTag.tsx';
import { useLanguage } from '../../../ui/text/define-texts.ts';
import { Bars } from './Bars.tsx';
import { contentOf, countedRows, noteFigure, valueIn } from './figures.ts';
import type { WallLinks } from './links.ts';
import { Note } from './Note.tsx';
import { Panel } from './Panel.tsx';
import { useWallText } from './texts.ts';

/** Kinds of work that are shown one by one, and states. */
const KINDS = 5;
const STATES = 6;

interface TicketsProps {
  readonly types: TileAnswer | undefined;
  readonly states: TileAnswer | undefined;
  readonly links: WallLinks;
}

/** Today's tickets by kind of work and by state; special hot work stands out. */
export function TicketsPanel({ types, states, links }: TicketsProps) {
  const text = useWallText();
  const language = useLanguage((state) => state.language);
  const byType = contentOf(types, 'chart')?.block;
  const byState = contentOf(states, 'chart')?.block;
  const rows = byType === undefined ? [] : countedRows(byType, 'today', true);
  const shown = rows.length > KINDS + 1 ? rows.slice(0, KINDS) : rows;
  const count = (row: (typeof rows)[number], column: string): number =>
    byType === undefined ? 0 : valueIn(byType, row, column);
  const rest = rows.slice(shown.length).reduce((sum, row) => sum + count(row, 'today'), 0);
  const bars = shown.map((row) => {
    const special = count(row, 'todaySpecial');
    return {
      key: row.key ?? '',
      label: row.label,
      value: count(row, 'today'),
      address: links('ticketTypes', row.key, 'today'),
      note:
        special === 0 ? null : (
          <Note
            count={special}
            word={text('tickets.special')}
            mark={<FireFilled aria-hidden />}
            className="anlan-wall-hot"
          />
        ),
    };
  });
  const rested = { key: ' rest', label: text('tickets.rest', { kinds: rows.length - shown.length }), value: rest };
  const chips = byState === undefined ? [] : countedRows(byState, 'today').slice(0, STATES);
  return (
    <Panel title={types?.title ?? ''} tiles={[types, states]}>
      {rows.length === 0 ? (
        <p className="anlan-wall-none">{text('tickets.none')}</p>
      ) : (
        <>
          <Bars bars={rest === 0 ? bars : [...bars, rested]} />
          <ul className="anlan-wall-states">
            {chips.map((row) => {
              const value = byState === undefined ? 0 : valueIn(byState, row, 'today');
              const said = (
                <>
                  {row.label} <strong title={String(value)}>{noteFigure(value, language)}</strong>
                </>
              );
              const address = links('ticketStates', row.key, 'today');
              return (
                <li key={row.key} data-colour={tagColour(row.color)}>
                  {address === undefined ? (
                    said
                  ) : (
                    <a href={address} target="_blank" rel="noopener">
                      {said}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}
