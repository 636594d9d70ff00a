import './override.css';
import type { ReactNode } from 'react';
import { runtimeText } from '../text.ts';
import type { OverrideNote } from './override-note.ts';

interface OverrideLinesProps {
  readonly note: OverrideNote;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** Says whether a value is the computed one or a person's, and what stands behind it. */
export function OverrideLines({ note: { manual, lines }, children }: OverrideLinesProps) {
  return (
    <div className="anlan-override">
      {/* A word and no tag: beside a choice it would look like a second one. */}
      <span className={manual ? 'anlan-override-manual' : undefined}>
        {runtimeText(manual ? 'override.manual' : 'override.automatic')}
      </span>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {children}
    </div>
  );
}
