import {
  ApartmentOutlined,
  BuildOutlined,
  ClockCircleOutlined,
  ColumnHeightOutlined,
  DisconnectOutlined,
  ExclamationCircleFilled,
  FireOutlined,
  InboxOutlined,
  NodeIndexOutlined,
  StopOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { listed } from '../../../core/text/punctuate.ts';
import { say } from '../../../core/text/say.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { RecordActions } from '../../../runtime/actions/RecordActions.tsx';
import { screenPath, useEntityPage } from '../../../runtime/EntityContext.ts';
import { recordName } from '../../../runtime/model/record-view.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import type { BoardTicket, Due } from './board-model.ts';
import { boardText, dueText } from './board-text.ts';

const ICONS: Readonly<Record<string, ComponentType<{ readonly 'aria-hidden'?: boolean }>>> = {
  hot: FireOutlined,
  confined: InboxOutlined,
  blind: DisconnectOutlined,
  high: ColumnHeightOutlined,
  hoisting: VerticalAlignTopOutlined,
  electrical: ThunderboltOutlined,
  ground: NodeIndexOutlined,
  road: StopOutlined,
  building: ApartmentOutlined,
  repair: ToolOutlined,
};

/** Icon of a type of work; it never stands without the type's name. */
export function TypeIcon({ type }: { type: string }) {
  const Icon = ICONS[type] ?? BuildOutlined;
  return <Icon aria-hidden />;
}

/** Label of a value, joined where there are several. */
function labelOf(record: WireRecord, key: string): string {
  const label = record[`${key}Label`];
  if (typeof label === 'string') return label;
  return Array.isArray(label) ? listed(label) : '';
}

/** What runs out on a ticket, in words; its colour only repeats them. */
function Countdown({ due }: { due: Due }) {
  const grave = due.urgency === 'past' || due.urgency === 'soon';
  return (
    <span className="anlan-due" data-urgency={due.urgency}>
      {grave ? <ExclamationCircleFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
      <span className="anlan-due-kind">{boardText(`due.${due.kind}`)}</span>
      <span className="anlan-due-left">{dueText(due)}</span>
    </span>
  );
}

/** A ticket on the board. `acts` shows what the person may do with it. */
export function TicketCard({ ticket, acts }: { ticket: BoardTicket; acts: boolean }) {
  const { page, base } = useEntityPage();
  const { search } = useLocation();
  const { record, dues } = ticket;
  const status = typeof record.status === 'string' ? page.model.states[record.status] : undefined;
  const name = recordName(page, record);
  const level = labelOf(record, 'chainLevel');
  const type = labelOf(record, 'type');
  const lines = [
    [boardText('board.charger'), labelOf(record, 'chargerId')],
    [boardText('board.guardian'), labelOf(record, 'guardianIds')],
    [boardText('board.unit'), labelOf(record, 'territoryDeptId')],
  ].filter(([, value]) => value !== '');
  return (
    <li className="anlan-ticket" data-urgency={dues[0]?.urgency ?? 'calm'} data-ticket={record.id}>
      <div className="anlan-ticket-head">
        <Link className="anlan-ticket-no" to={{ pathname: screenPath(base, { kind: 'view', id: record.id }), search }}>
          {name}
        </Link>
        <StatusTag text={status?.title ?? String(record.status)} color={status?.color} />
      </div>
      <div className="anlan-ticket-type">
        <TypeIcon type={String(record.type)} />
        <span>{level === '' || level === say('不分级') ? type : level}</span>
      </div>
      <div className="anlan-ticket-place" title={String(record.location ?? '')}>
        {String(record.location ?? '')}
      </div>
      <dl className="anlan-ticket-people">
        {lines.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
      {dues.length > 0 && (
        <div className="anlan-ticket-dues">
          {dues.map((due) => (
            <Countdown key={due.kind} due={due} />
          ))}
        </div>
      )}
      {acts && (
        <div className="anlan-ticket-foot">
          <RecordActions record={record} variant="card" />
        </div>
      )}
    </li>
  );
}
