import { useEffect, useState } from 'react';
import { requestOperation } from '../../../api/client.ts';
import { ApiError } from '../../../api/faults.ts';
import type { ChoiceAnswer } from '../../../core/wire/operations.ts';

interface Screens {
  readonly screens: readonly ChoiceAnswer[] | undefined;
  /** Why they could not be read; undefined where they are, or are being read. */
  readonly problem: string | undefined;
}

/** The screens that the person sees. */
export function useScreens(): Screens {
  const [state, setState] = useState<Screens>({ screens: undefined, problem: undefined });
  useEffect(() => {
    const abort = new AbortController();
    requestOperation(
      { kind: 'select', method: 'GET' },
      { service: 'led', path: 'hkledscreen/select', query: { size: '200' }, signal: abort.signal, quiet: true },
    ).then(
      (found) => setState({ screens: found, problem: undefined }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState({ screens: undefined, problem: error instanceof ApiError ? error.msg : String(error) });
      },
    );
    return () => abort.abort();
  }, []);
  return state;
}
