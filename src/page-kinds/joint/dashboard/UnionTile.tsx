import { Link } from 'react-router-dom';
import { plantTime } from '../../../api/plant-clock.ts';
import type { TileContent, UnionRow } from '../../../core/wire/joint.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useJointText } from '../text.ts';
import { DueCell } from '../union/DueCell.tsx';
import { BannerTile } from './BannerTile.tsx';
import { MonthTile } from './MonthTile.tsx';
import { UnionName } from './UnionName.tsx';
import '../union/union.css';
import { usePagePaths } from '../../../runtime/flow/entry-path.ts';

type UnionContent = Extract<TileContent, { kind: 'union' }>;

/** Records counted of each kind. */
const MOST_COUNTED = 10_000;

/** The first records of a union, with how many of each kind there are; each number opens just those. */
export function UnionTile({ content }: { readonly content: UnionContent }) {
  const text = useJointText();
  const path = usePagePaths()(content.page);
  if (content.as === 'month') return <MonthTile content={content} />;
  if (content.as === 'banner') return <BannerTile content={content} />;
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
