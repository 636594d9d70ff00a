import { useEffect, useRef, useState } from 'react';

/** A picture of the viewer. */
export interface ViewerImage {
  /** Tells pictures apart; stays the same while the viewer is open. */
  readonly key: string;
  readonly name: string;
  /** Reads its content. */
  readonly load: (signal: AbortSignal) => Promise<Blob>;
  /** Hands it to the browser's downloads; without it there is no button. */
  readonly download?: (() => Promise<void>) | undefined;
}

/** Address of a picture that was read, or why it was not. */
type ImageContent = { readonly url: string } | { readonly error: string };

/**
 * Reads a picture and the one behind it, keeping those that were read while the component stands. `retry` reads a
 * failed one again.
 */
export function useImageContents(
  image: ViewerImage | undefined,
  next: ViewerImage | undefined,
): { readonly content: ImageContent | undefined; readonly retry: () => void } {
  const urls = useRef(new Map<string, string>());
  const [contents, setContents] = useState<Readonly<Record<string, ImageContent>>>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which pictures; a retry reads the same again.
  useEffect(() => {
    const control = new AbortController();
    for (const wanted of [image, next]) {
      if (wanted === undefined || urls.current.has(wanted.key)) continue;
      wanted.load(control.signal).then(
        (content) => {
          if (control.signal.aborted) return;
          const url = URL.createObjectURL(content);
          urls.current.set(wanted.key, url);
          setContents((all) => ({ ...all, [wanted.key]: { url } }));
        },
        (error: unknown) => {
          if (control.signal.aborted) return;
          const message = error instanceof Error ? error.message : String(error);
          setContents((all) => ({ ...all, [wanted.key]: { error: message } }));
        },
      );
    }
    return () => control.abort();
  }, [image?.key, next?.key, attempt]);

  useEffect(() => {
    const read = urls.current;
    return () => {
      for (const url of read.values()) URL.revokeObjectURL(url);
      read.clear();
    };
  }, []);

  return {
    content: image === undefined ? undefined : contents[image.key],
    retry: () => setAttempt((count) => count + 1),
  };
}
