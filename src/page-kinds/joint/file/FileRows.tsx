import { Pagination } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import type { ReferringList } from '../../../core/joint/referring-list.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { ActionsProvider } from '../../../runtime/actions/ActionsProvider.tsx';
import { fetchRecords } from '../../../runtime/calls/entity-calls.ts';
import { RelatedTable } from '../../../runtime/detail/RelatedTable.tsx';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { RecordScope } from '../../../runtime/flow/RecordScope.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';

/** Rows of a piece on the screen, of one call on paper, and of all on paper. */
const SIZE = 20;
const PIECE = 200;
const MOST_PRINTED = 1_000;

interface FileRowsProps {
  readonly tab: ReferringList;
  /** Record whose file it is. */
  readonly id: string;
  /** Whether all of them are wanted, for paper. */
  readonly whole: boolean;
  /** Told once all that is wanted stands there. */
  readonly onRead: () => void;
}

/** Records of a page that refer to the one whose file it is, under the rights of that page. */
export function FileRows(props: FileRowsProps) {
  const text = useJointText();
  const { tab } = props;
  return (
    <RecordScope
      code={tab.page}
      otherwise={<EmptyState reason="forbidden" title={text('file.closed', { title: tab.title })} />}
    >
      <ActionsProvider>
        <Rows {...props} />
      </ActionsProvider>
    </RecordScope>
  );
}

interface Piece {
  readonly records: readonly WireRecord[];
  readonly total: number;
}

function Rows({ tab, id, whole, onRead }: FileRowsProps) {
  const text = useJointText();
  const { page, changes } = useEntityPage();
  const { pathname, search } = useLocation();
  const menu = useAccess((state) => state.menu);
  const base = useMemo(() => menuLeaves(menu).find(({ code }) => code === tab.page)?.path ?? '', [menu, tab.page]);
  const [current, setCurrent] = useState(1);
  const told = useRef(onRead);
  told.current = onRead;
  const read = useLoaded<Piece>(`file/${tab.page}/${tab.by}/${id}/${changes}/${whole}/${current}`, (signal) => {
    const piece = (at: number, size: number) =>
      fetchRecords(page.model, { [tab.by]: id, current: at, size }, { page: tab.page, signal, quiet: true });
    return whole ? allOf(piece) : piece(current, SIZE);
  });
  const done = read.data !== undefined || read.error !== undefined;
  useEffect(() => {
    if (done) told.current();
  }, [done]);
  if (read.error !== undefined) {
    return <ReadFailure title={text('file.rowsFailed')} read={read} />;
  }
  if (read.data === undefined) return <LoadingDelay loading rows={5} />;
  const { records, total } = read.data;
  if (records.length === 0) return <EmptyState title={text('file.empty', { title: tab.title })} />;
  return (
    <>
      <RelatedTable field={tab.by} base={base} records={records} from={`${pathname}${search}`} />
      {whole && total > records.length ? (
        <p className="anlan-file-cut">{text('file.cut', { count: records.length, total })}</p>
      ) : null}
      {whole || total <= SIZE ? null : (
        <Pagination
          className="anlan-file-pages"
          align="end"
          current={current}
          pageSize={SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </>
  );
}

async function allOf(piece: (at: number, size: number) => Promise<Piece>): Promise<Piece> {
  const first = await piece(1, PIECE);
  const records = [...first.records];
  for (let at = 2; records.length < Math.min(first.total, MOST_PRINTED); at += 1) {
    const next = await piece(at, PIECE);
    if (next.records.length === 0) break;
    records.push(...next.records);
  }
  return { records: records.slice(0, MOST_PRINTED), total: first.total };
}
