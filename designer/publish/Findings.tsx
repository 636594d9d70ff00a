import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayConflict } from '../../src/core/overlay/overlay.ts';
import type { DraftFinding } from '../../src/core/wire/page.ts';
import { useDesignerText } from '../texts/texts.ts';
import { type FindingPlace, placeOfPointer } from './finding-place.ts';

/** What is wrong with the entity as it stands, and edits that do not stand; a press opens the place. */
export function Findings({
  entity,
  findings,
  conflicts,
  asking,
  failure,
  onOpen,
}: {
  entity: Entity;
  findings: readonly DraftFinding[];
  conflicts: readonly OverlayConflict[];
  asking: boolean;
  failure: string | undefined;
  onOpen: (place: FindingPlace) => void;
}) {
  const text = useDesignerText();
  const all = [
    ...conflicts.map(({ edit, at, message }) => ({ key: `c${edit}`, message, fix: '', place: { at, steps: at } })),
    ...findings.map(({ pointer, message, fix }, index) => ({
      key: `f${index} ${pointer}`,
      message,
      fix,
      place: placeOfPointer(entity, pointer),
    })),
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
        {all.map(({ key, message, fix, place }) => (
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
          </li>
        ))}
      </ul>
    </section>
  );
}
