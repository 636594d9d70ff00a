import { memo } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { RecordActions } from '../../runtime/actions/RecordActions.tsx';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { Countdowns } from './Countdowns.tsx';
import type { CardSettings } from './definition.ts';
import type { GroupedCard } from './group-model.ts';

interface GroupCardProps {
  readonly card: GroupedCard;
  readonly settings: CardSettings;
  /** Whether it shows what the person may do with the record. */
  readonly acts: boolean;
}

/** A record on a board of groups. Only its countdowns are drawn each second. */
export function GroupCard({ card: { record, countdowns }, settings, acts }: GroupCardProps) {
  return (
    <li className="anlan-kb-paper" data-urgency={countdowns[0]?.urgency ?? 'calm'} data-record={record.id}>
      <Said record={record} settings={settings} />
      <Countdowns countdowns={countdowns} />
      {acts && <Acts record={record} />}
    </li>
  );
}

const Said = memo(function Said({ record, settings }: { record: WireRecord; settings: CardSettings }) {
  const { page } = useEntityPage();
  const status = typeof record.status === 'string' ? page.model.states[record.status] : undefined;
  return (
    <RecordTile
      record={record}
      fields={settings.card}
      lead={settings.lead}
      beside={status && <StatusTag text={status.title} color={status.color} />}
    />
  );
});

const Acts = memo(function Acts({ record }: { record: WireRecord }) {
  return (
    <div className="anlan-kb-foot">
      <RecordActions record={record} variant="card" />
    </div>
  );
});
