import { Descriptions } from 'antd';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { evidenceEntries, sha256 } from './evidence-entries.ts';
import { fetchEvidence } from './flow-calls.ts';
import { flowText } from './text.ts';

interface EvidenceDialogProps {
  readonly id: string;
  /** Hash that the decision bears. */
  readonly hash: string | null;
  readonly onClose: () => void;
}

/** The record as a person saw it when he decided, with the hash over it. */
export function EvidenceDialog({ id, hash, onClose }: EvidenceDialogProps) {
  const read = useLoaded(id, async (signal) => {
    const evidence = await fetchEvidence(id, signal);
    return { evidence, computed: await sha256(evidence.snapshot) };
  });
  const { evidence, computed } = read.data ?? {};
  const expected = hash ?? evidence?.hash;
  return (
    <RightDrawer open title={flowText('evidence.title')} onClose={onClose}>
      {read.error !== undefined ? (
        <ErrorState title={flowText('evidence.failed')} message={read.error} onRetry={read.retry} />
      ) : (
        <LoadingDelay loading={evidence === undefined} rows={6}>
          {evidence && (
            <>
              <p className="anlan-count">{flowText('evidence.time', { time: evidence.createTime })}</p>
              <Descriptions
                bordered
                size="small"
                column={1}
                items={evidenceEntries(evidence.snapshot).map((entry) => ({
                  key: entry.key,
                  label: entry.title,
                  children: entry.text,
                }))}
              />
              <p className="anlan-evidence-hash">
                {flowText('evidence.hash')}：<code>{evidence.hash}</code>
              </p>
              {computed !== undefined && (
                <p role="status">
                  {flowText(
                    computed === evidence.hash && computed === expected ? 'evidence.intact' : 'evidence.broken',
                  )}
                </p>
              )}
            </>
          )}
        </LoadingDelay>
      )}
    </RightDrawer>
  );
}
