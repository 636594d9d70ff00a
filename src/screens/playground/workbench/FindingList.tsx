import { StatusTag } from '../../../ui/StatusTag.tsx';
import { usePlaygroundText } from './texts.ts';
import type { JudgedDraft } from './useDraft.ts';

interface FindingListProps {
  readonly draft: JudgedDraft;
  readonly onGo: (line: number, column: number) => void;
}

/** What the linter says of the text; each finding leads to its place. */
export function FindingList({ draft, onGo }: FindingListProps) {
  const text = usePlaygroundText();
  const { findings, asking, unchecked } = draft;
  return (
    <div
      className="anlan-pg-findings"
      role="status"
      aria-label={text('findings.label')}
      data-testid="playground-findings"
    >
      {findings.length === 0 && (
        <p className="anlan-pg-quiet">
          {asking
            ? text('finding.asking')
            : unchecked === undefined
              ? text('finding.none')
              : text('finding.failed', { message: unchecked })}
        </p>
      )}
      <ul>
        {findings.map(({ pointer, message, fix, severity, line = 1, column = 1 }) => (
          <li key={`${pointer} ${message}`}>
            <button type="button" onClick={() => onGo(line, column)}>
              <StatusTag text={text(`finding.${severity}`)} color={severity === 'error' ? 'red' : 'orange'} />
              <span className="anlan-pg-place">{text('finding.at', { line })}</span>
              <span>{message}</span>
              {fix !== '' && (
                <span className="anlan-pg-fix" title={fix}>
                  {text('finding.fix', { fix })}
                </span>
              )}
              {pointer !== '' && <code>{pointer}</code>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
