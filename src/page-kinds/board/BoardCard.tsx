import { SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type PointerEvent } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { recordName } from '../../runtime/model/record-view.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import { MenuOnDemand } from '../../ui/MenuOnDemand.tsx';
import type { ColumnHead } from './BoardColumn.tsx';
import { CardCountdowns } from './CardCountdowns.tsx';
import type { CardSettings } from './definition.ts';
import { useBoardText } from './text.ts';

interface BoardCardProps {
  readonly record: WireRecord;
  readonly settings: CardSettings;
  /** Columns to which the person may move it. */
  readonly targets: readonly ColumnHead[];
  /** Whether the server is asked about its move. */
  readonly moving: boolean;
  readonly onPress: (id: string, event: PointerEvent<HTMLElement>) => void;
  readonly onSend: (id: string, head: ColumnHead) => void;
}

/**
 * A record on the board. What the pointer drags the keyboard sends by a menu. Drawn anew only where something of its own
 * changes: there are hundreds of them.
 */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { record, settings, targets, moving, onPress, onSend } = props;
  const { page } = useEntityPage();
  const text = useBoardText();
  const movable = targets.length > 0;
  return (
    <li
      className="anlan-kb-card"
      data-movable={movable}
      aria-busy={moving}
      {...(movable ? { onPointerDown: (event) => onPress(record.id, event) } : {})}
    >
      <RecordTile
        record={record}
        fields={settings.card}
        lead={settings.lead}
        foot={settings.due.length > 0 && <CardCountdowns record={record} settings={settings} />}
        beside={
          movable && (
            <MenuOnDemand
              items={targets.map((head) => ({
                key: head.key ?? '-',
                label: head.title,
                onClick: () => onSend(record.id, head),
              }))}
            >
              <Button
                size="small"
                type="text"
                loading={moving}
                icon={<SwapOutlined />}
                title={text('move')}
                aria-label={text('move.of', { name: recordName(page, record) })}
              />
            </MenuOnDemand>
          )
        }
      />
    </li>
  );
});
