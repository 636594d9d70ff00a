import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Table } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Counted, StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../core/wire/statistics.ts';
import { runtimeText } from '../text.ts';
import { changesText, targetMark, targetText } from './beside-figure.ts';
import { dimensionTitle, type FigureLinks, figureText, headingOf } from './figures.ts';
import { LeftOut } from './LeftOut.tsx';
import { statisticsText } from './text.ts';

interface BlockProps {
  readonly block: StatisticsBlock;
  readonly links: FigureLinks;
}

/** A row as it stands in the table: one of the second dimension knows within which it stands. */
interface PlacedRow extends StatisticsRow {
  readonly place: string;
  readonly within?: StatisticsRow;
  readonly children?: readonly PlacedRow[];
}

/** Rows of the second dimension stand below theirs; one that stands there alone says no more than its words. */
function placedRows({ rows }: StatisticsBlock): readonly PlacedRow[] {
  return rows.map((row): PlacedRow => {
    const { below = [] } = row;
    const place = `${row.key}`;
    if (below.length === 1) return { ...row, place, label: `${row.label} · ${below[0]?.label}` };
    const children = below.map((part) => ({ ...part, place: `${place}>${part.key}`, within: row }));
    return children.length === 0 ? { ...row, place } : { ...row, place, children };
  });
}

/** A block as a table: a row for each value of the dimension, the total in the last. */
export function BlockTable({ block, links }: BlockProps) {
  const rows = useMemo(() => placedRows(block), [block]);
  const largest = Math.max(...block.rows.map((row) => row.values[0] ?? 0), 1);
  const cell = (column: StatisticsColumn, index: number, row?: PlacedRow): ReactNode => (
    <Figure block={block} column={column} row={row} value={(row?.values ?? block.total)[index] ?? null} links={links} />
  );
  return (
    <>
      <LeftOut block={block} />
      <Table<PlacedRow>
        className="anlan-statistics"
        size="small"
        rowKey="place"
        dataSource={[...rows]}
        expandable={{ defaultExpandAllRows: true }}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: dimensionTitle(block),
            key: 'dimension',
            fixed: 'left',
            render: (_, row) => <span className="anlan-statistics-name">{row.label}</span>,
          },
          ...block.columns.map((column, index) => ({
            title: headingOf(column),
            key: column.key,
            align: 'right' as const,
            sorter: (left: PlacedRow, right: PlacedRow) => (left.values[index] ?? 0) - (right.values[index] ?? 0),
            render: (_: unknown, row: PlacedRow) =>
              index === 0 && row.within === undefined ? (
                <Bar share={(row.values[0] ?? 0) / largest}>{cell(column, 0, row)}</Bar>
              ) : (
                cell(column, index, row)
              ),
          })),
        ]}
        summary={() => (
          <Table.Summary.Row className="anlan-statistics-total">
            <Table.Summary.Cell index={0}>{runtimeText('statistics.total')}</Table.Summary.Cell>
            {block.columns.map((column, index) => (
              <Table.Summary.Cell key={column.key} index={index + 1} align="right">
                {cell(column, index)}
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </>
  );
}

/** Figures of a block without dimension, as tiles. */
export function BlockFigures({ block, links }: BlockProps) {
  return (
    <dl className="anlan-figures">
      {block.columns.map((column, index) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>
            <Figure block={block} column={column} value={block.total[index] ?? null} links={links} />
            {column.unit !== '' && column.unit !== '%' && <span className="anlan-figure-unit">{column.unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FigureProps extends BlockProps {
  readonly column: StatisticsColumn;
  readonly row?: PlacedRow | undefined;
  readonly value: Counted;
}

/** A figure, which leads to its rows where a list shows them, with what stands below it. */
function Figure({ block, column, row, value, links }: FigureProps) {
  const place = block.columns.indexOf(column);
  return (
    <>
      <FigureItself block={block} column={column} row={row} value={value} links={links} />
      <Beside column={column} value={value} changes={row === undefined ? '' : changesText(block, row, place)} />
    </>
  );
}

/** What stands below a figure: whether it reaches its target, by word, and how it has changed. */
function Beside({ column, value, changes }: { column: StatisticsColumn; value: Counted; changes: string }) {
  const mark = targetMark(value, column);
  return (
    <>
      {mark !== undefined && column.target !== undefined && (
        <span className={`anlan-beside-figure ${mark.reached ? 'is-reached' : 'is-missed'}`}>
          {mark.reached ? <CheckCircleFilled aria-hidden /> : <ExclamationCircleFilled aria-hidden />} {mark.word}{' '}
          {targetText(column.target, column)}
        </span>
      )}
      {changes !== '' && <span className="anlan-beside-figure">{changes}</span>}
    </>
  );
}

function FigureItself({ block, column, row, value, links }: FigureProps) {
  const text = figureText(value, column);
  const address = value === 0 || value === null ? undefined : links(block, column, row, row?.within);
  if (address === undefined) return <span>{text}</span>;
  const words = [row?.within?.label, row?.label ?? runtimeText('statistics.total'), column.title];
  const name = words.filter((word) => word !== undefined).join(' ');
  return (
    <Link to={address} aria-label={statisticsText('figure.open', { name, count: text })}>
      {text}
    </Link>
  );
}

/** Pixels of the bar of the largest figure. */
const BAR_WIDTH = 70;

/** A figure with a bar behind it that shows its size beside the others. */
function Bar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className="anlan-statistics-bar">
      <span className="anlan-statistics-fill" style={{ width: Math.round(share * BAR_WIDTH) }} aria-hidden />
      {children}
    </span>
  );
}
