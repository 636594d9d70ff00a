import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Table } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { fetchUnion } from '../../../api/joint.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import { plantTime } from '../../../api/plant-clock.ts';
import type { UnionSettings } from '../../../core/joint/union.ts';
import type { UnionAnswer, UnionPart, UnionRow } from '../../../core/wire/joint.ts';
import { useDebounced, useLoaded } from '../../../field-types/use-loaded.ts';
import { usePageAddress } from '../../../runtime/usePageAddress.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import type { JointViewProps } from '../joint-view.ts';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { DueCell } from './DueCell.tsx';
import { ExportButton, type Narrowed } from './ExportButton.tsx';
import './union.css';

type Columns = UnionSettings['columns'];

/** What the browser gets of the settings. */
interface UnionHead {
  readonly columns: Columns;
  /** Members whose own lists the person may export. */
  readonly exports: readonly string[];
}

/** Arguments of the address, so that a narrowed list can be passed on. */
const MEMBER = 'member';
const KEYWORD = 'keyword';

/** Records of several pages as one list, narrowed by kind and text; more of it is read behind the last row. */
export function UnionPage({ head }: JointViewProps) {
  const text = useJointText();
  const [address, setAddress] = usePageAddress();
  const member = address.get(MEMBER) ?? undefined;
  const [typed, type] = useState(address.get(KEYWORD) ?? '');
  const keyword = useDebounced(typed.trim(), 300);
  const { columns, exports } = head.settings as UnionHead;
  const narrowed = { member, keyword: keyword === '' ? undefined : keyword };
  const first = useLoaded(`${head.code}/${head.revision}/${member ?? ''}/${keyword}`, (signal) =>
    fetchUnion(head.code, narrowed, signal),
  );
  const narrow = (name: string, value: string | undefined): void => {
    const next = new URLSearchParams(address);
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true });
  };
  const parts = first.data?.parts ?? [];
  return (
    <PageContainer>
      <div className="anlan-union-tools">
        <Segmented
          aria-label={text('union.kind')}
          value={member ?? ''}
          onChange={(value) => narrow(MEMBER, value)}
          options={[
            {
              value: '',
              label: first.data === undefined ? text('union.all') : counted(text('union.all'), total(parts)),
            },
            ...parts.map(({ key, title, count }) => ({ value: key, label: counted(title, count) })),
          ]}
        />
        <div className="anlan-union-find">
          <Input
            type="search"
            prefix={<SearchOutlined aria-hidden />}
            allowClear
            className="anlan-union-search"
            aria-label={text('union.search')}
            placeholder={text('union.search')}
            value={typed}
            onChange={({ target }) => {
              type(target.value);
              narrow(KEYWORD, target.value.trim());
            }}
          />
          <ExportButton head={head} parts={parts} exports={exports} narrowed={narrowed} />
        </div>
      </div>
      <Body key={`${member ?? ''}/${keyword}`} head={head} columns={columns} first={first} narrowed={narrowed} />
    </PageContainer>
  );
}

const counted = (title: string, count: number): string =>
  `${title} ${count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count}`;

/** Rows of one kind that are counted. */
const MOST_COUNTED = 10_000;

const total = (parts: readonly UnionPart[]): number => parts.reduce((sum, { count }) => sum + count, 0);

interface BodyProps extends JointViewProps {
  readonly columns: Columns;
  readonly first: ReturnType<typeof useLoaded<UnionAnswer>>;
  readonly narrowed: Narrowed;
}

function Body({ head, columns, first, narrowed }: BodyProps) {
  const text = useJointText();
  const [pieces, setPieces] = useState<readonly UnionAnswer[]>([]);
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');
  const { data } = first;
  if (first.error !== undefined) {
    return <ReadFailure title={text('union.failed')} read={first} />;
  }
  if (data === undefined || first.loading) return <LoadingDelay loading rows={8} />;
  const all = [data, ...pieces];
  const rows = all.flatMap((piece) => piece.rows);
  const next = all.at(-1)?.next;
  const parts = data.parts ?? [];
  if (rows.length === 0) {
    const isNarrowed = narrowed.member !== undefined || narrowed.keyword !== undefined;
    return <EmptyState reason={isNarrowed ? 'noMatch' : 'none'} title={isNarrowed ? undefined : text('union.empty')} />;
  }
  const more = (): void => {
    setReading('yes');
    fetchUnion(head.code, { ...narrowed, after: next }).then(
      (piece) => {
        setPieces((before) => [...before, piece]);
        setReading('no');
      },
      () => setReading('failed'),
    );
  };
  return (
    <>
      <Rows columns={columns} rows={rows} parts={parts} />
      <div className="anlan-union-foot" role="status">
        <span>{text(next === undefined ? 'union.end' : 'union.shown', { count: rows.length })}</span>
        {reading === 'failed' ? <span className="anlan-union-failed">{text('union.moreFailed')}</span> : null}
        {next === undefined ? null : (
          <Button loading={reading === 'yes'} onClick={more}>
            {text('union.more', { count: PIECE })}
          </Button>
        )}
      </div>
    </>
  );
}

/** Rows of a piece, as the server cuts them. */
const PIECE = 50;

interface RowsProps {
  readonly columns: Columns;
  readonly rows: readonly UnionRow[];
  readonly parts: readonly UnionPart[];
}

function Rows({ columns, rows, parts }: RowsProps) {
  const text = useJointText();
  const isPhone = useIsPhone();
  const menu = useAccess((state) => state.menu);
  const paths = useMemo(() => new Map(menuLeaves(menu).map(({ code, path }) => [code, path])), [menu]);
  const partOf = new Map(parts.map((part) => [part.key, part]));
  const today = plantTime().slice(0, 10);
  const linkOf = ({ member, id }: UnionRow): string | undefined => {
    const path = paths.get(partOf.get(member)?.page ?? '');
    return path === undefined ? undefined : `${path}/view/${encodeURIComponent(id)}`;
  };
  const cell = (row: UnionRow, { key, due }: Columns[number], at: number) => {
    const value = row.cells[key];
    const link = at === 0 ? linkOf(row) : undefined;
    if (link !== undefined) return <Link to={link}>{value?.text ?? row.id}</Link>;
    if (value === undefined) return null;
    if (due !== undefined) return <DueCell day={value.text} today={today} within={due} />;
    return value.color === undefined ? value.text : <StatusTag text={value.text} color={value.color} />;
  };
  if (isPhone) {
    return (
      <ul className="anlan-cards">
        {rows.map((row) => (
          <li key={`${row.member}/${row.id}`} className="anlan-card anlan-union-card">
            {columns.map((column, at) => (
              <div key={column.key}>
                {at === 0 ? null : <span className="anlan-union-label">{column.title}</span>}
                <span className="anlan-union-value">{cell(row, column, at)}</span>
              </div>
            ))}
            <div>
              <span className="anlan-union-label">{text('union.kind')}</span>
              {partOf.get(row.member)?.title}
            </div>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Table<UnionRow>
      size="middle"
      rowKey={({ member, id }) => `${member}/${id}`}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        ...columns.map((column, at) => ({
          key: column.key,
          title: column.title,
          render: (_: unknown, row: UnionRow) => <div className="anlan-union-cell">{cell(row, column, at)}</div>,
        })),
        {
          key: '_kind',
          title: text('union.kind'),
          render: (_: unknown, row: UnionRow) => partOf.get(row.member)?.title,
        },
      ]}
    />
  );
}
