import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { decisionsOf, dropOf } from '../../src/core/overlay/decide.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayConflict, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { DraftFinding } from '../../src/core/wire/page.ts';
import { shortText, useKeywordName } from '../properties/captioned.ts';
import { useDesignerText } from '../texts/texts.ts';
import { type FindingPlace, placeOfPointer } from './finding-place.ts';
import { usePublishText } from './texts.ts';
import { useFindingWords } from './useFindingWords.ts';
import './publish.css';

/** What is wrong with the entity as it stands, and edits that do not stand; a press opens the place. */
export const Findings = memo(function Findings({
  entity,
  findings,
  conflicts,
  asking,
  failure,
  onAct,
  onOpen,
}: {
  entity: Entity;
  findings: readonly DraftFinding[];
  conflicts: readonly OverlayConflict[];
  asking: boolean;
  failure: string | undefined;
  /** Decides what an upgrade has changed beneath an edit. */
  onAct: (edits: readonly OverlayEdit[]) => void;
  onOpen: (place: FindingPlace) => void;
}) {
  const text = useDesignerText();
  const publishing = usePublishText();
  const keyword = useKeywordName();
  const placeWords = useFindingWords(entity);
  // By what people call the thing and its keyword, which the merge does not know.
  const met = ({ at, property, reason, winner, message }: OverlayConflict) => {
    const value = locate(addressed(entity), at)?.value;
    const name = isDraft(value) && typeof value.title === 'string' ? value.title : (at.at(-1) ?? entity.title);
    return property === undefined || reason !== 'changed'
      ? publishing('upgrade.other', { name, message })
      : publishing(`upgrade.met.${winner}`, { name, property: property.split('.').map(keyword).join('·') });
  };
  const all = [
    ...conflicts.map((conflict) => ({
      key: `c${conflict.edit} ${conflict.property ?? ''}`,
      message: met(conflict),
      fix: '',
      place: { at: conflict.at, steps: conflict.at },
      conflict,
    })),
    ...findings.map(({ pointer, message, fix }, index) => {
      const place = placeOfPointer(entity, pointer);
      const where = placeWords(place);
      return {
        key: `f${index} ${pointer}`,
        message: where === '' ? message : publishing('finding.at', { where, message }),
        fix,
        place,
        conflict: undefined,
      };
    }),
  ];
  return (
    <section className="anlan-ds-findings" aria-label={text('findings')} aria-live="polite">
      {failure === undefined ? null : <p>{text('findings.failed', { reason: failure })}</p>}
      {asking ? <p className="anlan-ds-quiet">{text('findings.asking')}</p> : null}
      {!asking && all.length === 0 && failure === undefined ? (
        <p className="anlan-ds-quiet">
          <CheckCircleOutlined /> {text('findings.none')}
        </p>
      ) : null}
      <ul>
        {all.map(({ key, message, fix, place, conflict }) => (
          <li key={key}>
            <Button
              type="link"
              size="small"
              className="anlan-ds-finding"
              icon={<ExclamationCircleOutlined />}
              onClick={() => onOpen(place)}
            >
              {message}
            </Button>
            {fix === '' ? null : <span className="anlan-ds-quiet"> {fix}</span>}
            {conflict === undefined ? null : <Decision conflict={conflict} onAct={onAct} />}
          </li>
        ))}
      </ul>
    </section>
  );
});

/** The three values of an edit that an upgrade has met, and what may be decided. */
function Decision({ conflict, onAct }: { conflict: OverlayConflict; onAct: (edits: readonly OverlayEdit[]) => void }) {
  const text = usePublishText();
  const decisions = decisionsOf(conflict);
  const drop = dropOf(conflict);
  if (drop !== undefined) {
    return (
      <div>
        <span className="anlan-ds-quiet">{text('upgrade.gone')}</span>{' '}
        <Button size="small" onClick={() => onAct([drop])}>
          {text('upgrade.drop')}
        </Button>
      </div>
    );
  }
  if (decisions === undefined) return null;
  const values = [
    ['upgrade.base', conflict.base],
    ['upgrade.shipped', conflict.shipped],
    ['upgrade.ours', conflict.ours],
  ] as const;
  return (
    <>
      <dl className="anlan-pb-values">
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{text(label)}</dt>
            <dd>{shortText(value) || text('upgrade.none')}</dd>
          </div>
        ))}
      </dl>
      <Button size="small" onClick={() => onAct([decisions.keep])}>
        {text('upgrade.keep')}
      </Button>{' '}
      <Button size="small" onClick={() => onAct([decisions.take])}>
        {text('upgrade.take')}
      </Button>
    </>
  );
}
