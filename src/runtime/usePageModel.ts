import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../api/faults.ts';
import { cachedPage, derivedOf, fetchPage, onMetadataChange } from '../api/metadata.ts';
import { session } from '../api/session.ts';
import type { PageMetadata } from '../core/wire/page.ts';
import { buildPageModel, type EntityPageModel, MissingPageError } from './model/page-model.ts';
import { isNeverSeen, roleCodes } from './model/person.ts';

interface PageAnswer {
  /** The page as it was last read; it stays while a newer one is on its way. */
  readonly page: EntityPageModel | undefined;
  readonly failure:
    | { readonly kind: 'missing' | 'forbidden' }
    | { readonly kind: 'failed'; readonly message: string }
    | undefined;
  readonly retry: () => void;
}

// The metadata cache is emptied when another person signs in, so one build per metadata object is enough.
function build(metadata: PageMetadata): EntityPageModel {
  const roles = roleCodes(session().userInfo);
  return buildPageModel(metadata, (model, field) => isNeverSeen(model, field, roles));
}

function builtPage(code: string): EntityPageModel | undefined {
  const metadata = cachedPage(code);
  return metadata === undefined ? undefined : derivedOf(metadata, build);
}

/** The page of a code; it follows the server's metadata by itself. */
export function usePageModel(code: string): PageAnswer {
  const [page, setPage] = useState<EntityPageModel | undefined>(() => builtPage(code));
  const [failure, setFailure] = useState<PageAnswer['failure']>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks for the same code again.
  useEffect(() => {
    let alive = true;
    const read = () => {
      fetchPage(code).then(
        (metadata) => {
          if (!alive) return;
          setFailure(undefined);
          setPage(derivedOf(metadata, build));
        },
        (error: unknown) => {
          if (alive) setFailure(failureOf(error));
        },
      );
    };
    read();
    const end = onMetadataChange(read);
    return () => {
      alive = false;
      end();
    };
  }, [code, attempt]);

  const retry = useCallback(() => {
    setFailure(undefined);
    setAttempt((count) => count + 1);
  }, []);
  // What is on the screen goes on working when a newer version cannot be read just now.
  return { page: page?.metadata.page === code ? page : undefined, failure, retry };
}

function failureOf(error: unknown): PageAnswer['failure'] {
  if (error instanceof ApiError && error.status === 404) return { kind: 'missing' };
  if (error instanceof ApiError && error.status === 403) return { kind: 'forbidden' };
  if (error instanceof MissingPageError) return { kind: 'missing' };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
