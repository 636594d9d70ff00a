import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Pagination } from 'antd';
import { useState } from 'react';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { CARD_LINES, RecordCard, type RecordCardProps } from './RecordCard.tsx';
import { totalText } from './total-text.ts';
import { flatten, type ListController } from './useListController.ts';
import { WaitingCards } from './Waiting.tsx';

/** Cards above which a tree starts folded. */
const OPEN_CARDS = 8;

interface RecordCardsProps {
  readonly list: ListController;
  readonly columns: readonly ColumnPlan[];
  readonly hasActions: boolean;
  readonly empty: React.ReactNode;
}

/** Records as cards, for phones: name, state, what matters most, and one action. */
export function RecordCards({ list, columns, hasActions, empty }: RecordCardsProps) {
  const { records } = list;
  if (records === undefined) return <WaitingCards lines={CARD_LINES} hasActions={hasActions} />;
  if (records.length === 0) return empty;
  const parts = { columns, hasActions };
  return (
    <>
      <ul className="anlan-cards" aria-busy={list.loading}>
        {records.map((record) =>
          list.tree ? (
            <CardBranch key={record.id} record={record} open={flatten(records).length <= OPEN_CARDS} {...parts} />
          ) : (
            <li key={record.id} className="anlan-card">
              <RecordCard record={record} {...parts} />
            </li>
          ),
        )}
      </ul>
      {!list.tree && (
        <>
          <p className="anlan-cards-total">{totalText(list)}</p>
          <Pagination
            simple
            align="center"
            current={list.state.current}
            pageSize={list.state.size}
            total={list.total}
            onChange={list.setPage}
          />
        </>
      )}
    </>
  );
}

/** A card of a tree with those below it, indented; they are folded where the tree is large. */
function CardBranch({ record, open: first, ...parts }: RecordCardProps & { readonly open: boolean }) {
  const { page } = useEntityPage();
  const [open, setOpen] = useState(first);
  const below = record.children ?? [];
  const count = below.length;
  return (
    <li>
      <div className="anlan-card">
        <RecordCard record={record} {...parts} />
        {count > 0 && (
          <button
            type="button"
            className="anlan-plain anlan-card-below"
            aria-expanded={open}
            aria-label={runtimeText('list.belowOf', { name: recordName(page, record), count })}
            onClick={() => setOpen(!open)}
          >
            {open ? <DownOutlined /> : <RightOutlined />}
            {runtimeText('list.below', { count })}
          </button>
        )}
      </div>
      {open && count > 0 && (
        <ul className="anlan-cards anlan-cards-below">
          {below.map((child) => (
            <CardBranch key={child.id} record={child} open={first} {...parts} />
          ))}
        </ul>
      )}
    </li>
  );
}
