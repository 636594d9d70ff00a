import type { Entity } from '../core/dialect/entity.generated.ts';
import type { Choice } from '../core/field-type.ts';
import { currentLanguage } from '../core/text/language.ts';
import { currentRevision, request } from './client.ts';
import { ApiError, revisionChannel } from './faults.ts';
import { currentTenantId, session } from './session.ts';

/** A dictionary as pages get it. */
export interface PageDictionary {
  readonly title: string;
  /** Which end is graver: `ascending` means that later choices are. */
  readonly severity?: 'ascending' | 'descending' | undefined;
  readonly choices: readonly Choice[];
}

/** Where records of a referenced entity are read. */
export interface PageTarget {
  readonly service: string;
  readonly base: string;
  /** Field that names a record. */
  readonly label: string;
  readonly title: string;
  /** Codes of its pages that show single records; undefined for none. */
  readonly pages?: readonly string[];
}

/** An entity whose forms and rows a page shows beside its own: a child, or what a transition writes. */
export interface PageChild {
  readonly entity: Entity;
  readonly area: string;
}

/** Everything the browser needs to draw a page code: the entity as merged for this tenant, and what it refers to. */
export interface PageMetadata {
  readonly entity: Entity;
  readonly area: string;
  /** Page code it was asked for. */
  readonly page: string;
  readonly revision: string;
  readonly dictionaries: Readonly<Record<string, PageDictionary>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** IANA zone of the tenant's wall clock. */
  readonly timeZone: string;
  readonly targets: Readonly<Record<string, PageTarget>>;
  /** Children of the entity, those of its children, and what its transitions write, by key; none where absent. */
  readonly children?: Readonly<Record<string, PageChild>>;
  /** Small entities in which expressions look things up, by key; none where absent. Their rows: `lookupRows`. */
  readonly lookups?: Readonly<Record<string, PageChild>>;
}

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
  const metadata = request<PageMetadata>({
    service: 'system',
    path: 'metadata/page',
    query: { code },
    quiet: [403, 404],
  });
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
