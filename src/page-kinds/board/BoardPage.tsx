import { useDeferredValue, useMemo, useState } from 'react';
import type { ViewAnswerOf } from '../../core/model/page-query.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage, useShownView } from '../../runtime/EntityContext.ts';
import { ServerClock } from '../../runtime/view/ServerClock.tsx';
import { useCardDrag } from '../../runtime/view/useCardDrag.ts';
import { useMoves } from '../../runtime/view/useMoves.tsx';
import { useView } from '../../runtime/view/useView.ts';
import { useWall } from '../../runtime/view/useWall.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useLasting } from '../../ui/useLasting.ts';
import { BoardCard } from './BoardCard.tsx';
import { BoardColumn, type ColumnHead } from './BoardColumn.tsx';
import { boardColumns, lanesOf, moveFits } from './board-model.ts';
import type { BoardSettings, ColumnBoard } from './definition.ts';
import { GroupedBoard } from './GroupedBoard.tsx';
import { query } from './query.ts';
import { useLiveRefresh } from './useLiveRefresh.ts';
import './board.css';

type Answer = ViewAnswerOf<typeof query>;

/** Pixels that a card and the gap below it take at least. */
const LEAST_CARD = 56;

/** Cards in columns; a card is dragged, or sent by its menu, to where a transition leads. */
export function BoardPage() {
  const settings = useShownView().view.settings as BoardSettings;
  const view = useView(query);
  const wall = useWall(settings.wall);
  useLiveRefresh(settings.wall, view.stale, view.refresh);
  // Usual states are no filter of the person's: why they are none is said by the board itself.
  const isEmpty = ({ columns, grouped }: Answer): boolean =>
    grouped === undefined
      ? columns.every(({ total }) => total === 0)
      : grouped.records.length === 0 && (view.list.narrowed || 'by' in settings || settings.states.length === 0);
  return (
    <ViewFrame
      view={settings.wall ? { ...view, stale: false } : view}
      paper={'by' in settings}
      isEmpty={isEmpty}
      {...(settings.due.length === 0 ? {} : { tags: <ServerClock /> })}
      {...(settings.wall ? { wall } : {})}
    >
      {(answer) =>
        'by' in settings ? (
          <Board
            key={view.list.state.keyword}
            answer={answer}
            settings={settings}
            ask={view.ask}
            chosen={view.list.state.filters}
          />
        ) : (
          answer.grouped && (
            <GroupedBoard grouped={answer.grouped} settings={settings} list={view.list} acts={!wall.on} />
          )
        )
      }
    </ViewFrame>
  );
}

interface BoardProps {
  readonly answer: Answer;
  readonly settings: ColumnBoard;
  readonly ask: (own: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly chosen: Readonly<Record<string, string | readonly string[] | undefined>>;
}

function Board({ answer, settings, ask, chosen }: BoardProps) {
  const { page } = useEntityPage();
  const phone = useIsPhone();
  const moves = useMoves();
  const [further, setFurther] = useState<Further>({ of: answer, records: {} });
  const more = further.of === answer ? further.records : {};
  const heads = useMemo(() => boardColumns(page, settings, chosen[settings.by]), [page, settings, chosen]);
  const columns = heads.flatMap((head) => {
    const found = answer.columns.find(({ key }) => key === head.key);
    if (found === undefined) return [];
    return [{ head, ...found, records: [...found.records, ...(more[head.key ?? '-'] ?? [])] }];
  });
  const [shown, setShown] = useState<string | null>();
  // What the window has room for is drawn first, the rest behind it.
  const drawnCards = useDeferredValue(Number.POSITIVE_INFINITY, Math.ceil(window.innerHeight / LEAST_CARD));
  const byId = new Map(columns.flatMap(({ records }) => records.map((record) => [record.id, record] as const)));

  const { canMove } = moves;
  /** Columns to which the person may move a record: asked once for each, and the same until something changes. */
  const targetsOf = useMemo(() => {
    const known = new WeakMap<WireRecord, readonly ColumnHead[]>();
    return (record: WireRecord): readonly ColumnHead[] => {
      const found =
        known.get(record) ??
        heads.filter(
          (head) =>
            head.key !== (record[settings.by] ?? null) &&
            canMove({ record, fits: (transition) => moveFits(transition, settings, head.key) }),
        );
      known.set(record, found);
      return found;
    };
  }, [heads, settings, canMove]);
  const send = useLasting((id: string, head: ColumnHead): void => {
    const record = byId.get(id);
    if (record === undefined || (record[settings.by] ?? null) === head.key) return;
    const values = settings.by === 'status' ? {} : { [settings.by]: head.key };
    moves.move({ record, place: head.title, values, fits: (transition) => moveFits(transition, settings, head.key) });
  });
  const press = useCardDrag((id, place) => {
    const head = heads.find(({ key }) => (key ?? '-') === place);
    if (head !== undefined) send(id, head);
  });
  const readOn = async (key: string | null, offset: number): Promise<void> => {
    const { columns: found } = await ask({ _column: key ?? '-', _offset: String(offset) });
    const records = found[0]?.records ?? [];
    setFurther((before) => {
      const held = before.of === answer ? before.records : {};
      return { of: answer, records: { ...held, [key ?? '-']: [...(held[key ?? '-'] ?? []), ...records] } };
    });
  };
  const cards = (records: readonly WireRecord[]) =>
    records
      .slice(0, drawnCards)
      .map((record) => (
        <BoardCard
          key={record.id}
          record={record}
          settings={settings}
          targets={targetsOf(record)}
          moving={moves.moving === record.id}
          onPress={press}
          onSend={send}
        />
      ));
  const current =
    columns.find(({ head }) => head.key === shown) ?? columns.find(({ total }) => total > 0) ?? columns[0];
  const lanes = settings.lanes === undefined ? undefined : lanesOf(page, settings.lanes, [...byId.values()]);
  const drawn = phone && current !== undefined ? [current] : columns;
  return (
    <>
      {phone && (
        <ColumnTabs
          columns={columns.map(({ head, total }) => ({ head, total }))}
          shown={current?.head.key}
          onShow={setShown}
        />
      )}
      <div className="anlan-kb" data-paper="wide" style={{ '--columns': drawn.length } as React.CSSProperties}>
        {drawn.map(({ head, records, total, totalCapped }) => (
          <BoardColumn
            key={head.key ?? '-'}
            head={head}
            total={total}
            totalCapped={totalCapped}
            shown={records.length}
            onMore={() => readOn(head.key, records.length)}
          >
            {lanes === undefined ? (
              <ul className="anlan-kb-cards">{cards(records)}</ul>
            ) : (
              lanes.map((lane) => {
                const own = records.filter((record) => lane.has(record.id));
                if (own.length === 0) return null;
                return (
                  <section key={lane.key} className="anlan-kb-lane">
                    <h3>{lane.title}</h3>
                    <ul className="anlan-kb-cards">{cards(own)}</ul>
                  </section>
                );
              })
            )}
          </BoardColumn>
        ))}
      </div>
      {moves.dialog}
    </>
  );
}

/** Cards that were read behind the first ones of an answer. */
interface Further {
  readonly of: Answer;
  readonly records: Readonly<Record<string, readonly WireRecord[]>>;
}

interface ColumnTabsProps {
  readonly columns: readonly { readonly head: ColumnHead; readonly total: number }[];
  readonly shown: string | null | undefined;
  readonly onShow: (key: string | null) => void;
}

/** A phone shows one column; the others are a press away. */
function ColumnTabs({ columns, shown, onShow }: ColumnTabsProps) {
  return (
    <div className="anlan-kb-tabs">
      {columns.map(({ head, total }) => (
        <button
          key={head.key ?? '-'}
          type="button"
          aria-pressed={head.key === shown}
          data-drop={head.key ?? '-'}
          onClick={() => onShow(head.key)}
        >
          {head.title} <b>{total}</b>
        </button>
      ))}
    </div>
  );
}
