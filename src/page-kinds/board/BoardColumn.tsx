import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useBoardText } from './text.ts';

/** Cards of a column that the server goes through. */
const DEEPEST = 1_000;

/** A column by its value. */
export interface ColumnHead {
  /** Null for records without a value. */
  readonly key: string | null;
  readonly title: string;
  readonly color: string | undefined;
}

interface BoardColumnProps {
  readonly head: ColumnHead;
  readonly total: number;
  readonly totalCapped: boolean;
  /** Cards that stand in it. */
  readonly shown: number;
  readonly onMore: () => Promise<void>;
  readonly children: ReactNode;
}

/** One column: its name and number, its cards, and more of them. */
export function BoardColumn({ head, total, totalCapped, shown, onMore, children }: BoardColumnProps) {
  const text = useBoardText();
  const id = useId();
  const [reading, setReading] = useState(false);
  const rest = total - shown;
  const more = async (): Promise<void> => {
    setReading(true);
    try {
      await onMore();
    } finally {
      setReading(false);
    }
  };
  return (
    <section className="anlan-kb-column" data-drop={head.key ?? '-'} aria-labelledby={id}>
      <h2 id={id}>
        <StatusTag text={head.title} color={head.color} />
        <span className="anlan-kb-count">{text(totalCapped ? 'count.capped' : 'count', { count: total })}</span>
      </h2>
      {total === 0 && <p className="anlan-kb-empty">{text('empty')}</p>}
      {children}
      {rest > 0 && shown < DEEPEST && (
        <Button type="link" block loading={reading} onClick={() => void more()}>
          {totalCapped ? text('more.capped') : text('more', { count: rest })}
        </Button>
      )}
      {rest > 0 && shown >= DEEPEST && <p className="anlan-kb-empty">{text('more.end', { count: DEEPEST })}</p>}
    </section>
  );
}
