import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { OverlayConflict } from '../../src/core/overlay/overlay.ts';
import type { DraftFinding } from '../../src/core/wire/page.ts';
import { useDesignerText } from '../texts/texts.ts';

/** What is wrong with the entity as it stands, and edits that do not stand. */
export function Findings({
  findings,
  conflicts,
  asking,
  failure,
}: {
  findings: readonly DraftFinding[];
  conflicts: readonly OverlayConflict[];
  asking: boolean;
  failure: string | undefined;
}) {
  const text = useDesignerText();
  const all = [
    ...conflicts.map(({ edit, message }) => ({ key: `c${edit}`, message, fix: '' })),
    ...findings.map(({ pointer, message, fix }, index) => ({ key: `f${index} ${pointer}`, message, fix })),
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
        {all.map(({ key, message, fix }) => (
          <li key={key}>
            <ExclamationCircleOutlined /> {message}
            {fix === '' ? null : <span className="anlan-ds-quiet"> {fix}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
