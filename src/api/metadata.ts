import { currentLanguage } from '../core/text/language.ts';
import type { PageMetadata } from '../core/wire/page.ts';
import { currentRevision, request } from './client.ts';
import { ApiError, revisionChannel } from './faults.ts';
import { hasKept } from './kept/kept-owner.ts';
import { keptInstead, keptPage } from './kept/kept-reads.ts';
import { currentTenantId, session } from './session.ts';

interface CachedPage {
  readonly metadata: Promise<PageMetadata>;
  settled: PageMetadata | undefined;
  /** Whether the server knows no such page. */
  missing: boolean;
  /** Revision the server named when the metadata had arrived. */
  revision: string;
}

const pages = new Map<string, CachedPage>();
const derived = new WeakMap<PageMetadata, Map<unknown, unknown>>();

function cacheKey(code: string): string {
  const state = session();
  return [currentTenantId(state), state.userInfo?.account ?? '', currentLanguage(), code].join('/');
}

/**
 * Metadata of a page code, from the cache while the server's revision is the one it was read at; asked again after the
 * revision has changed. A code that no entity serves throws ApiError with status 404, which is not shown.
 */
export function fetchPage(code: string): Promise<PageMetadata> {
  const key = cacheKey(code);
  const cached = pages.get(key);
  const settled = cached !== undefined && (cached.settled !== undefined || cached.missing);
  if (cached && (!settled || cached.revision === currentRevision())) {
    return cached.metadata;
  }
  const metadata = request({
    service: 'system',
    path: 'metadata/page',
    query: { code },
    // What this device keeps takes the place of an answer that does not come.
    quiet: hasKept() ? [0, 403, 404] : [403, 404],
  }).catch((error: unknown) => keptInstead<PageMetadata>(keptPage(code, currentLanguage()), error));
  const entry: CachedPage = { metadata, settled: undefined, missing: false, revision: '' };
  pages.set(key, entry);
  metadata.then(
    (value) => {
      entry.settled = value;
      entry.revision = currentRevision();
    },
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) {
        // That no entity serves a code stays so until the metadata changes.
        entry.missing = true;
        entry.revision = currentRevision();
      } else if (pages.get(key) === entry) {
        pages.delete(key);
      }
    },
  );
  return metadata;
}

/** Metadata of a page code where it is at hand and current; undefined otherwise. */
export function cachedPage(code: string): PageMetadata | undefined {
  const cached = pages.get(cacheKey(code));
  return cached?.revision === currentRevision() ? cached.settled : undefined;
}

/** Forgets all metadata (logout, company switch). */
export function clearPages(): void {
  pages.clear();
}

/**
 * What `build` makes of a page's metadata, made once for each metadata object: `derivedOf(page, buildPageModel)`.
 * `build` is the key, so pass a function that is defined once.
 */
export function derivedOf<T>(metadata: PageMetadata, build: (metadata: PageMetadata) => T): T {
  let values = derived.get(metadata);
  if (!values) {
    values = new Map();
    derived.set(metadata, values);
  }
  if (!values.has(build)) {
    values.set(build, build(metadata));
  }
  return values.get(build) as T;
}

/** Calls the listener when the server's metadata changed; pages then fetch again. Returns the function that ends it. */
export function onMetadataChange(listener: () => void): () => void {
  return revisionChannel.on(listener);
}
