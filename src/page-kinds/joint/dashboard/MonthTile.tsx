import { useState } from 'react';
import { plantTime } from '../../../api/plant-clock.ts';
import type { TileContent, UnionRow } from '../../../core/wire/joint.ts';
import { useJointText } from '../text.ts';
import { daysOfMonth } from './days-of-month.ts';
import { UnionName } from './UnionName.tsx';

type UnionContent = Extract<TileContent, { kind: 'union' }>;

/** What is still to come that is named before a day is chosen. */
const COMING = 8;

/** The month of today with how much stands on each day; a press on a day names it. */
export function MonthTile({ content }: { readonly content: UnionContent }) {
  const text = useJointText();
  const today = plantTime().slice(0, 10);
  const [chosen, setChosen] = useState<string>();
  const byDay = Map.groupBy(content.rows, (row) => dayOf(content, row));
  const coming = content.rows.filter((row) => dayOf(content, row) >= today).slice(0, COMING);
  const shown = chosen === undefined ? coming : (byDay.get(chosen) ?? []);
  const weekdays = text('month.weekdays').split('|');
  return (
    <div className="anlan-month">
      <table className="anlan-month-days">
        <caption className="anlan-unseen">{today.slice(0, 7)}</caption>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOfMonth(today).map((week) => (
            <tr key={week.join()}>
              {week.map((day, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: days before and after the month have no name of their own.
                <td key={`${day}/${at}`}>
                  {day === '' ? null : (
                    <button
                      type="button"
                      aria-pressed={day === chosen}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={text('month.day', { day, count: byDay.get(day)?.length ?? 0 })}
                      onClick={() => setChosen(day === chosen ? undefined : day)}
                    >
                      {Number(day.slice(8))}
                      <span className="anlan-month-count" aria-hidden>
                        {byDay.get(day)?.length ?? ''}
                      </span>
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <section className="anlan-month-list" aria-live="polite">
        <h3>
          {chosen === undefined
            ? text('month.coming', { count: shown.length })
            : text('month.on', { day: chosen.slice(5), count: shown.length })}
        </h3>
        {shown.length === 0 ? (
          <p className="anlan-dash-tile-missing">{text(chosen === undefined ? 'month.noneComing' : 'month.none')}</p>
        ) : null}
        <ul className="anlan-dash-tile-dues">
          {shown.map((row) => (
            <li key={`${row.member}/${row.id}`}>
              <UnionName content={content} row={row} />
              <span className="anlan-dash-tile-kind">
                {content.parts.find(({ key }) => key === row.member)?.title ?? ''}
              </span>
              <span className="anlan-union-day">{row.cells[content.date]?.text.slice(5, 16)}</span>
            </li>
          ))}
        </ul>
        {content.more ? (
          <p className="anlan-dash-tile-missing">{text('month.more', { count: content.rows.length })}</p>
        ) : null}
      </section>
    </div>
  );
}

const dayOf = ({ date }: UnionContent, row: UnionRow): string => row.cells[date]?.text.slice(0, 10) ?? '';
