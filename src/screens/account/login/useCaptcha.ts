import { useCallback, useEffect, useState } from 'react';
import { fetchCaptcha } from '../../../api/auth.ts';
import { ApiError } from '../../../api/faults.ts';
import type { CaptchaPicture } from '../../../core/wire/site.ts';

/** The captcha of the login form. */
export interface Captcha {
  readonly picture: CaptchaPicture | undefined;
  readonly failed: boolean;
  /** Brings another picture; the old one is used up. */
  readonly refresh: () => void;
}

/** Fetches captcha pictures while they are wanted. */
export function useCaptcha(wanted: boolean): Captcha {
  const [round, setRound] = useState(0);
  const [picture, setPicture] = useState<CaptchaPicture>();
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks for another picture.
  useEffect(() => {
    if (!wanted) {
      return;
    }
    const abort = new AbortController();
    setPicture(undefined);
    setFailed(false);
    fetchCaptcha(abort.signal).then(setPicture, (error: unknown) => {
      if (!(error instanceof ApiError && error.cancelled)) {
        setFailed(true);
      }
    });
    return () => abort.abort();
  }, [wanted, round]);
  const refresh = useCallback(() => setRound((last) => last + 1), []);
  return { picture, failed, refresh };
}
