import { Alert, Descriptions } from 'antd';
import { titled } from '../../core/text/punctuate.ts';
import type { FlowStep } from '../../core/wire/approval.ts';
import type { EvidenceDetail, SealedField } from '../../core/wire/evidence.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { fetchEvidence } from './flow-calls.ts';
import { flowText } from './text.ts';

interface EvidenceDialogProps {
  readonly id: string;
  /** Hash that the decision bears. */
  readonly hash: string | null;
  /** The decision that it belongs to. Default none: a row that was written bears its own. */
  readonly step?: FlowStep;
  readonly onClose: () => void;
}

/** The record as a person saw it when he decided, with the hash over it. */
export function EvidenceDialog({ id, hash, step, onClose }: EvidenceDialogProps) {
  const read = useLoaded(id, (signal) => fetchEvidence(id, signal));
  return (
    <RightDrawer open title={flowText('evidence.title')} onClose={onClose}>
      {read.error !== undefined ? (
        <ErrorState title={flowText('evidence.failed')} message={read.error} onRetry={read.retry} />
      ) : (
        <LoadingDelay loading={read.data === undefined} rows={6}>
          {read.data && <Sealed evidence={read.data} hash={hash} step={step} />}
        </LoadingDelay>
      )}
    </RightDrawer>
  );
}

function Sealed({
  evidence,
  hash,
  step,
}: {
  evidence: EvidenceDetail;
  hash: string | null;
  step: FlowStep | undefined;
}) {
  const { sealed } = evidence;
  const intact = evidence.intact && (hash === null || hash === evidence.hash);
  return (
    <>
      <Alert
        className="anlan-evidence-seal"
        type={intact ? 'success' : 'error'}
        showIcon
        role="status"
        title={flowText(intact ? 'evidence.intact' : 'evidence.broken')}
        description={
          <>
            <div>{flowText('evidence.by', { who: evidence.userName, time: evidence.time })}</div>
            <div className="anlan-evidence-hash">
              {titled(flowText('evidence.hash'), '')}
              <code>{evidence.hash}</code>
            </div>
            <div>{flowText('evidence.version', { version: evidence.metadataVersion })}</div>
            {sealed.site && <div>{flowText('task.place', { place: sealed.site.text })}</div>}
            {!evidence.complete && <div>{flowText('evidence.partial')}</div>}
          </>
        }
      />
      {step && (step.opinion || step.signature) && <Decision step={step} />}
      {sealed.proposal && (
        <Fields title={flowText('evidence.proposal')} fields={[...sealed.proposal.fields, ...sealed.proposal.row]} />
      )}
      <Fields title={flowText('evidence.values')} fields={sealed.values} />
      {sealed.children.flatMap(({ entity, title, rows }) =>
        rows.map((fields, index) => (
          <Fields key={`${entity}/${String(index)}`} title={`${title} ${String(index + 1)}`} fields={fields} />
        )),
      )}
    </>
  );
}

/** What was decided over it: the words and the drawn signature. */
function Decision({ step }: { step: FlowStep }) {
  const title = flowText('evidence.decision');
  return (
    <section className="anlan-section" aria-label={title}>
      <h2 className="anlan-section-title">{title}</h2>
      <div>
        <strong>{step.userName}</strong> {step.actionLabel}
      </div>
      {step.opinion && <p className="anlan-step-opinion">{step.opinion}</p>}
      {step.signature && (
        <img
          className="anlan-step-signature"
          src={step.signature}
          alt={flowText('task.signature', { name: step.userName })}
        />
      )}
    </section>
  );
}

function Fields({ title, fields }: { title: string; fields: readonly SealedField[] }) {
  if (fields.length === 0) return null;
  return (
    <section className="anlan-section" aria-label={title}>
      <h2 className="anlan-section-title">{title}</h2>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={fields.map((field) => ({
          key: field.id,
          label: field.title,
          children:
            field.files === undefined
              ? field.text
              : field.files.map((file) => (
                  <div key={file.id} className="anlan-evidence-hash">
                    {file.sha256 === null
                      ? file.name
                      : flowText('evidence.files', { name: file.name, hash: file.sha256 })}
                  </div>
                )),
        }))}
      />
    </section>
  );
}
