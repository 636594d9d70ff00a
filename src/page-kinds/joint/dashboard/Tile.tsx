import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Suspense, useCallback, useId, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { BesideNumber, TileAnswer, TileContent, TileNumber } from '../../../core/wire/joint.ts';
import { formatFigure } from '../../../core/wire/statistics.ts';
import { TAB_PARAMETER } from '../../../runtime/list/awaiting/awaiting-tab.ts';
import { BlockChart } from '../../../runtime/statistics/BlockChart.tsx';
import { BlockFigures, BlockTable } from '../../../runtime/statistics/BlockTable.tsx';
import { chartData } from '../../../runtime/statistics/chart-data.ts';
import { type FigureLinks, figureText } from '../../../runtime/statistics/figures.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';
import { PlanSketch } from './PlanSketch.tsx';
import { TargetState } from './TargetState.tsx';
import { UnionTile } from './UnionTile.tsx';
import '../../../runtime/statistics/statistics.css';
import { usePagePaths } from '../../../runtime/flow/entry-path.ts';

/** Parameter of a list's address under which it shows the rows of a figure. */
const FIGURE = '_figure';

/** A map is loaded where one is shown. */
const MapTile = lazyPart(() => import('./MapTile.tsx').then((module) => module.MapTile));

/** Where tasks are. */
const TASKS = '/workflow/todo';

/** One tile: its name, what it shows, and why it is not fresher. */
export function Tile({ tile }: { readonly tile: TileAnswer }) {
  const text = useJointText();
  const heading = useId();
  const { content, late, at } = tile;
  return (
    <article
      className="anlan-dash-tile"
      data-tile={tile.key}
      data-as={content?.kind === 'union' ? content.as : undefined}
      style={{ '--width': tile.width } as React.CSSProperties}
      aria-labelledby={heading}
    >
      <h2 id={heading} className="anlan-dash-tile-title">
        {tile.title}
      </h2>
      {content === undefined ? (
        <p className="anlan-dash-tile-missing" role="status">
          {text(late === 'failed' ? 'tile.failed' : 'tile.slow')}
        </p>
      ) : (
        <Content content={content} title={tile.title} />
      )}
      {late !== undefined && at !== undefined ? (
        <p className="anlan-dash-tile-late" role="status">
          <ClockCircleOutlined aria-hidden /> {text('tile.late', { time: at.slice(5, 16) })}
        </p>
      ) : null}
    </article>
  );
}

function Content({ content, title }: { readonly content: TileContent; readonly title: string }) {
  switch (content.kind) {
    case 'tasks':
      return <Tasks {...content} />;
    case 'number':
      return <Figure content={content} title={title} />;
    case 'list':
      return <List content={content} />;
    case 'chart':
      return <Chart content={content} />;
    case 'union':
      return <UnionTile content={content} />;
    case 'map':
      return (
        <Suspense fallback={<LoadingDelay loading rows={6} />}>
          <MapTile page={content.page} />
        </Suspense>
      );
    case 'plan':
      return <PlanSketch content={content} title={title} />;
  }
}

function Tasks({ count, capped }: Extract<TileContent, { kind: 'tasks' }>) {
  const text = useJointText();
  return (
    <Link className="anlan-dash-tile-figure" to={TASKS}>
      <strong>{capped ? `${count}+` : count}</strong> {text('tile.tasks')}
    </Link>
  );
}

type NumberContent = Extract<TileContent, { kind: 'number' }>;

function Figure({ content, title }: { readonly content: NumberContent; readonly title: string }) {
  return (
    <>
      <p className="anlan-dash-tile-number">
        <NumberLink number={content} title={title} />
        <TargetState number={content} />
      </p>
      <Beside numbers={content.beside ?? []} />
    </>
  );
}

/** Numbers that stand small below or beside another. */
export function Beside({ numbers }: { readonly numbers: readonly BesideNumber[] }) {
  return numbers.length === 0 ? null : (
    <ul className="anlan-dash-tile-beside">
      {numbers.map((one) => (
        <li key={one.key} data-grave={isGrave(one) ? true : undefined}>
          {isGrave(one) ? <ExclamationCircleFilled aria-hidden /> : null} {one.title}{' '}
          <NumberLink number={one} title={one.title} />
        </li>
      ))}
    </ul>
  );
}

const isGrave = ({ grave, value }: BesideNumber): boolean => grave === true && value > 0;

/** A number with its unit; where a list shows the rows that it counts, a press opens them. */
export function NumberLink({ number, title }: { readonly number: TileNumber; readonly title: string }) {
  const text = useJointText();
  const paths = usePagePaths();
  const { value, rows, unit } = number;
  const shown = figureText(value, number);
  const path = rows === undefined ? undefined : paths(rows.page);
  const said = (
    <>
      <strong>{shown}</strong> {unit === '%' ? null : unit}
    </>
  );
  if (rows === undefined || path === undefined) return <span className="anlan-dash-tile-figure">{said}</span>;
  const address = `${path}?${new URLSearchParams({ [FIGURE]: rows.figure })}`;
  return (
    <Link className="anlan-dash-tile-figure" to={address} aria-label={text('tile.open', { title, value: shown })}>
      {said}
    </Link>
  );
}

type ListContent = Extract<TileContent, { kind: 'list' }>;

function List({ content }: { readonly content: ListContent }) {
  const text = useJointText();
  const path = usePagePaths()(content.page);
  if (content.rows.length === 0) return <EmptyState title={text('tile.empty')} />;
  const total = content.totalCapped ? `${content.total}+` : content.total;
  return (
    <>
      <div className="anlan-dash-tile-rows">
        <table className="anlan-dash-tile-list">
          <thead>
            <tr>
              {content.columns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {content.rows.map(({ id, cells }) => (
              <tr key={id}>
                {content.columns.map(({ key }, at) => {
                  const cell = cells[key];
                  if (at === 0 && path !== undefined) {
                    return (
                      <td key={key}>
                        <Link to={`${path}/view/${encodeURIComponent(id)}`}>{cell?.text ?? id}</Link>
                      </td>
                    );
                  }
                  const shown =
                    cell?.color === undefined ? cell?.text : <StatusTag text={cell.text} color={cell.color} />;
                  return <td key={key}>{shown}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {path === undefined ? null : (
        <p className="anlan-dash-tile-all">
          {/* What is counted are its records, whatever waits in front of them. */}
          <Link to={`${path}?${new URLSearchParams({ [TAB_PARAMETER]: 'records' })}`}>
            {text('tile.all', { total })}
          </Link>
        </p>
      )}
    </>
  );
}

type ChartContent = Extract<TileContent, { kind: 'chart' }>;

function Chart({ content }: { readonly content: ChartContent }) {
  const text = useJointText();
  const { block, page } = content;
  const path = usePagePaths()(content.list ?? '');
  const links = useCallback<FigureLinks>(
    (shown, column, row, within) => {
      if (path === undefined || !column.counts) return undefined;
      const keys = within === undefined ? { key: row?.key } : { key: within.key, below: row?.key };
      const figure = formatFigure({ page, block: shown.key, measure: column.key, ...keys });
      return `${path}?${new URLSearchParams({ [FIGURE]: figure })}`;
    },
    [path, page],
  );
  const data = useMemo(() => chartData(block, true), [block]);
  const ignoreShot = useCallback(() => undefined, []);
  if (block.dimension === undefined) return <BlockFigures block={block} links={links} />;
  if (block.rows.length === 0) return <EmptyState title={text('tile.empty')} />;
  if (data === undefined || data.rows.length === 0) return <BlockTable block={block} links={links} />;
  return <BlockChart block={block} data={data} links={links} small alone onShot={ignoreShot} />;
}
