import { Link } from 'react-router-dom';
import { plantTime } from '../../../api/plant-clock.ts';
import type { TileContent, UnionRow } from '../../../core/wire/joint.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';
import { DueCell } from '../union/DueCell.tsx';
import { MonthTile } from './MonthTile.tsx';
import { usePagePaths } from './page-paths.ts';
import '../union/union.css';

type UnionContent = Extract<TileContent, { kind: 'union' }>;

/** Records counted of each kind. */
const MOST_COUNTED = 10_000;

/** The first records of a union, with how many of each kind there are; each number opens just those. */
export function UnionTile({ content }: { readonly content: UnionContent }) {
  const text = useJointText();
  const path = usePagePaths().get(content.page);
  if (content.as === 'month') return <MonthTile content={content} />;
  const parts = content.parts.filter(({ count }) => count > 0);
  if (content.rows.length === 0) return <EmptyState title={text('tile.empty')} />;
  return (
    <>
      <ul className="anlan-dash-tile-beside">
        {parts.map(({ key, title, count }) => {
          const shown = count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
          return (
            <li key={key}>
              {title}{' '}
              {path === undefined ? (
                <strong>{shown}</strong>
              ) : (
                <Link
                  className="anlan-dash-tile-figure"
                  to={`${path}?${new URLSearchParams({ member: key })}`}
                  aria-label={text('tile.open', { title, value: shown })}
                >
                  <strong>{shown}</strong>
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <ul className="anlan-dash-tile-dues">
        {content.rows.map((row) => (
          <li key={`${row.member}/${row.id}`}>
            <UnionName content={content} row={row} plain={hasDue(content)} />
            <span className="anlan-dash-tile-kind">
              {content.parts.find(({ key }) => key === row.member)?.title ?? ''}
            </span>
            <DateOf content={content} row={row} />
          </li>
        ))}
      </ul>
      {path === undefined ? null : (
        <p className="anlan-dash-tile-all">
          <Link to={path}>{text('tile.all', { total: parts.reduce((sum, { count }) => sum + count, 0) })}</Link>
        </p>
      )}
    </>
  );
}

interface OfRow {
  readonly content: UnionContent;
  readonly row: UnionRow;
}

/** Where the date says by itself how it stands, the state says it twice. */
const hasDue = ({ columns, date }: UnionContent): boolean =>
  columns.some(({ key, due }) => key === date && due !== undefined);

function DateOf({ content: { columns, date }, row }: OfRow) {
  const day = row.cells[date]?.text ?? '';
  const within = columns.find(({ key }) => key === date)?.due;
  return within === undefined ? (
    <span className="anlan-union-day">{day.slice(0, 16)}</span>
  ) : (
    <DueCell day={day.slice(0, 10)} today={plantTime().slice(0, 10)} within={within} />
  );
}

/** What a row is called, by its first column, with its state unless it is `plain`; it opens where its page is. */
export function UnionName({ content: { columns, parts }, row, plain = false }: OfRow & { readonly plain?: boolean }) {
  const paths = usePagePaths();
  const name = row.cells[columns[0]?.key ?? '']?.text ?? row.id;
  const page = parts.find(({ key }) => key === row.member)?.page ?? '';
  const path = paths.get(page);
  const state = columns.flatMap(({ key }) => {
    const cell = row.cells[key];
    return cell?.color === undefined ? [] : [cell];
  })[0];
  return (
    <span className="anlan-dash-tile-name">
      {path === undefined ? (
        <span title={name}>{name}</span>
      ) : (
        <Link to={`${path}/view/${encodeURIComponent(row.id)}`} title={name}>
          {name}
        </Link>
      )}
      {plain || state === undefined ? null : <StatusTag text={state.text} color={state.color} />}
    </span>
  );
}
