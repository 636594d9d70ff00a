import { Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { fetchJointPage } from '../../api/joint.ts';
import { onMetadataChange } from '../../api/metadata.ts';
import type { JointPageHead } from '../../core/wire/joint.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { usePurpose } from '../../ui/usePurpose.ts';
import type { JointView, JointViewProps } from './joint-view.ts';
import { useJointText } from './text.ts';
import { jointViews } from './views.generated.ts';

type Answer = 'loading' | 'missing' | 'forbidden' | { readonly failure: string } | { readonly head: JointPageHead };

/** A page of no single entity, made from metadata. */
export function JointPage({ code, title }: { readonly code: string; readonly title: string }) {
  const text = useJointText();
  const [answer, setAnswer] = useState<Answer>('loading');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    const control = new AbortController();
    fetchJointPage(code, control.signal).then(
      (head) => setAnswer({ head }),
      (error: unknown) => {
        if (!control.signal.aborted) setAnswer(answerOf(error));
      },
    );
    return () => control.abort();
  }, [code, round]);
  useEffect(() => onMetadataChange(() => setRound((last) => last + 1)), []);

  if (typeof answer === 'object' && 'head' in answer) {
    const { head } = answer;
    const { Page, titled, paper }: JointView = jointViews[head.view];
    return (
      <>
        {titled === true ? null : <Titled head={head} paper={paper === true} />}
        <Suspense fallback={<Waiting />}>
          <Page key={head.revision} head={head} />
        </Suspense>
      </>
    );
  }
  if (answer === 'forbidden') return <EmptyState reason="forbidden" title={text('page.forbidden', { title })} />;
  if (answer === 'missing') return <EmptyState title={text('page.missing')} />;
  return (
    <>
      <PageHeader title={title} />
      {answer === 'loading' ? (
        <Waiting />
      ) : (
        <PageContainer>
          <ErrorState
            title={text('page.failed')}
            message={answer.failure}
            onRetry={() => {
              setAnswer('loading');
              setRound((last) => last + 1);
            }}
          />
        </PageContainer>
      )}
    </>
  );
}

function Titled({ head: { code, title, purpose }, paper }: JointViewProps & { readonly paper: boolean }) {
  return <PageHeader title={title} purpose={usePurpose(code, purpose)} actions={paper ? <PrintButton /> : null} />;
}

function Waiting() {
  return (
    <PageContainer>
      <LoadingDelay loading rows={8} />
    </PageContainer>
  );
}

function answerOf(error: unknown): Answer {
  if (error instanceof ApiError && error.status === 404) return 'missing';
  if (error instanceof ApiError && error.status === 403) return 'forbidden';
  return { failure: error instanceof Error ? error.message : String(error) };
}
