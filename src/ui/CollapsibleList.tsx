import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import styles from './CollapsibleList.module.css';
import { useUiText } from './text/texts.ts';

/** Items that a folded list shows. */
const LIST_SHOWN = 3;

/** A list that shows its first three items, and the rest once it is unfolded. */
export function CollapsibleList<T>({
  items,
  itemKey,
  render,
  rest,
}: {
  items: readonly T[];
  itemKey: (item: T) => string;
  render: (item: T) => ReactNode;
  /** What the toggle of a folded list says, given the number of all items. */
  rest: (count: number) => string;
}) {
  const text = useUiText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const folds = items.length > LIST_SHOWN;
  return (
    <>
      <ul id={id} className={styles.list}>
        {(open ? items : items.slice(0, LIST_SHOWN)).map((item) => (
          <li key={itemKey(item)}>{render(item)}</li>
        ))}
      </ul>
      {folds && (
        <Tooltip title={text(open ? 'list.fold' : 'list.unfold')}>
          <Button
            type="link"
            size="small"
            className={styles.toggle ?? ''}
            aria-expanded={open}
            aria-controls={id}
            icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => setOpen(!open)}
          >
            {open ? text('list.fold') : rest(items.length)}
          </Button>
        </Tooltip>
      )}
    </>
  );
}
