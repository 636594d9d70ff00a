import { Button, Timeline } from 'antd';
import { useState } from 'react';
import { withAside } from '../../core/text/punctuate.ts';
import type { FlowHistory, FlowStep } from '../../core/wire/approval.ts';
import { FileTiles } from '../../field-types/upload/FileTile.tsx';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { flowText } from './text.ts';

const COLOURS: Readonly<Partial<Record<FlowStep['action'], string>>> = {
  pass: 'green',
  reject: 'red',
  waiting: 'blue',
  revoked: 'gray',
  cancelled: 'gray',
  terminated: 'gray',
  copy: 'gray',
};

/** The course of a request: who did what when, with opinion, files, signature and what he saw; awaited ones last. */
export function FlowSteps({ history }: { history: FlowHistory }) {
  const [evidence, setEvidence] = useState<FlowStep>();
  return (
    <>
      <Timeline
        items={history.steps.map((step) => ({
          key: step.id,
          color: COLOURS[step.action] ?? 'gray',
          content: <Step step={step} onEvidence={setEvidence} />,
        }))}
      />
      {evidence?.evidenceId && (
        <EvidenceDialog
          id={evidence.evidenceId}
          hash={evidence.evidenceHash}
          step={evidence}
          onClose={() => setEvidence(undefined)}
        />
      )}
    </>
  );
}

function Step({ step, onEvidence }: { step: FlowStep; onEvidence: (step: FlowStep) => void }) {
  const who = step.behalfOf === null ? step.userName : withAside(step.userName, step.behalfOf);
  const time = step.time ?? step.arrivedAt;
  return (
    <div className="anlan-step" data-action={step.action}>
      <div>
        <strong>{who}</strong> {step.actionLabel}
        {step.levelTitle && <span className="anlan-step-level">{step.levelTitle}</span>}
      </div>
      {time && (
        <time className="anlan-count">
          {step.time === null ? flowText('rail.since', { time: time.slice(0, 16) }) : time.slice(0, 16)}
        </time>
      )}
      {step.opinion && <p className="anlan-step-opinion">{step.opinion}</p>}
      {step.place && <p className="anlan-count">{flowText('task.place', { place: step.place })}</p>}
      {step.files.length > 0 && <FileTiles files={step.files} />}
      {step.signature && (
        <img
          className="anlan-step-signature"
          src={step.signature}
          alt={flowText('task.signature', { name: step.userName })}
        />
      )}
      {step.evidenceId && (
        <Button type="link" size="small" className="anlan-history-fold" onClick={() => onEvidence(step)}>
          {flowText('evidence.open')}
        </Button>
      )}
    </div>
  );
}
