import { SwapOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { PointerEvent } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { recordName } from '../../runtime/model/record-view.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import type { ColumnHead } from './BoardColumn.tsx';
import { CardCountdowns } from './CardCountdowns.tsx';
import type { CardSettings } from './definition.ts';
import { useBoardText } from './text.ts';

interface BoardCardProps {
  readonly record: WireRecord;
  readonly settings: CardSettings;
  /** Columns to which the person may move it. */
  readonly targets: readonly ColumnHead[];
  /** How far it is dragged; undefined while it stands. */
  readonly dragged: { readonly x: number; readonly y: number } | undefined;
  /** Whether the server is asked about its move. */
  readonly moving: boolean;
  readonly onPress: (event: PointerEvent<HTMLElement>) => void;
  readonly onSend: (head: ColumnHead) => void;
}

/** A record on the board. What the pointer drags the keyboard sends by a menu. */
export function BoardCard({ record, settings, targets, dragged, moving, onPress, onSend }: BoardCardProps) {
  const { page } = useEntityPage();
  const text = useBoardText();
  const movable = targets.length > 0;
  return (
    <li
      className="anlan-kb-card"
      data-movable={movable}
      data-dragged={dragged !== undefined}
      aria-busy={moving}
      {...(dragged === undefined ? {} : { style: { transform: `translate(${dragged.x}px, ${dragged.y}px)` } })}
      {...(movable ? { onPointerDown: onPress } : {})}
    >
      <RecordTile
        record={record}
        fields={settings.card}
        lead={settings.lead}
        foot={settings.due.length > 0 && <CardCountdowns record={record} settings={settings} />}
        beside={
          movable && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: targets.map(({ key, title }) => ({ key: key ?? '-', label: title })),
                onClick: ({ key }) => {
                  const head = targets.find((one) => (one.key ?? '-') === key);
                  if (head !== undefined) onSend(head);
                },
              }}
            >
              <Button
                size="small"
                type="text"
                loading={moving}
                icon={<SwapOutlined />}
                title={text('move')}
                aria-label={text('move.of', { name: recordName(page, record) })}
              />
            </Dropdown>
          )
        }
      />
    </li>
  );
}
