import { Suspense, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../api/faults.ts';
import { cachedPage, fetchPage, onMetadataChange } from '../../api/metadata.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAppText } from '../i18n/texts.ts';
import { ComingPage } from './ComingPage.tsx';
import { loadEntityPage } from './parts.ts';

const EntityPage = lazyPart(loadEntityPage);

type Answer = 'loading' | 'found' | 'missing' | 'forbidden' | { readonly failure: string };

/** The page that metadata describes; says 尚未开放 where no entity serves the code yet. */
export function GeneratedPage({ code, title }: { code: string; title: string }) {
  const text = useAppText();
  const [answer, setAnswer] = useState<Answer>(() => (cachedPage(code) ? 'found' : 'loading'));

  const ask = useCallback(() => {
    fetchPage(code).then(
      () => setAnswer('found'),
      (error: unknown) => setAnswer(answerOf(error)),
    );
  }, [code]);

  useEffect(() => {
    // The program of generated pages comes along with the metadata, not after it.
    loadEntityPage().catch(() => {});
    ask();
    // A page that is shown follows its metadata by itself; one that was missing may have come.
    return onMetadataChange(() => setAnswer((now) => (now === 'found' ? now : 'loading')));
  }, [ask]);
  useEffect(() => {
    if (answer === 'loading') {
      ask();
    }
  }, [answer, ask]);

  if (answer === 'found') {
    return (
      <Suspense fallback={<Waiting title={title} />}>
        <EntityPage code={code} />
      </Suspense>
    );
  }
  if (answer === 'loading') {
    return <Waiting title={title} />;
  }
  if (answer === 'missing') {
    return <ComingPage code={code} title={title} />;
  }
  if (answer === 'forbidden') {
    return <EmptyState reason="forbidden" title={text('page.forbidden', { title })} />;
  }
  return <ErrorState message={answer.failure} onRetry={() => setAnswer('loading')} />;
}

/** Lines that fill the ground of a page. */
const ROWS = 16;

/** Has the title and the ground of the page that comes; on its forms and records another title comes. */
function Waiting({ title }: { title: string }) {
  const { '*': rest = '' } = useParams();
  const body = (
    <PageContainer>
      <LoadingDelay loading rows={ROWS} />
    </PageContainer>
  );
  if (rest !== '') return body;
  return (
    <>
      <PageHeader title={title} />
      {body}
    </>
  );
}

function answerOf(error: unknown): Answer {
  if (error instanceof ApiError && error.status === 404) {
    return 'missing';
  }
  if (error instanceof ApiError && error.status === 403) {
    return 'forbidden';
  }
  return { failure: error instanceof Error ? error.message : String(error) };
}
