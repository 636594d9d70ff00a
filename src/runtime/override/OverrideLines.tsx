import './override.css';
import type { ReactNode } from 'react';
import { StatusTag } from '../../ui/StatusTag.tsx';
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
      <StatusTag
        text={runtimeText(manual ? 'override.manual' : 'override.automatic')}
        color={manual ? 'orange' : 'default'}
      />
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {children}
    </div>
  );
}
