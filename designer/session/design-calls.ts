import { request } from '../../src/api/client.ts';
import type { DesignStep } from '../../src/core/overlay/design-log.ts';
import type {
  BundleOutlook,
  CarriedDesign,
  ComparedEntity,
  DesignBundle,
  DesignChange,
  DesignDictionary,
  DesignDraft,
  DesignEntity,
  DesignFile,
  DesignFindings,
  DesignImpact,
  DesignNames,
  DesignSubject,
  DesignTaken,
  DesignTexts,
  ImpactChoice,
  RollbackOutlook,
} from '../../src/core/wire/design.ts';
import type { StartedJob } from '../../src/core/wire/long-job.ts';

/** What a client knows of a draft. */
export interface KnownDraft {
  readonly id: string | null;
  readonly seq: number;
}

const seen = ({ id, seq }: KnownDraft) => ({ draft: id ?? '', after: seq });

/** Entities that may be designed. */
export function fetchSubjects(): Promise<readonly DesignSubject[]> {
  return request({ service: 'system', path: 'design/entities' });
}

/** What the edits of an entity are laid over. */
export function fetchBase(entity: string): Promise<DesignEntity> {
  return request({ service: 'system', path: 'design/entity', query: { entity }, quiet: [404] });
}

/** What expressions may name outside of the entity that is designed. */
export function fetchNames(): Promise<DesignNames> {
  return request({ service: 'system', path: 'design/names', quiet: true });
}

/** The open draft behind what is known of it; tells others that one is at it. */
export function fetchDesign(known: KnownDraft, entity: string): Promise<DesignDraft> {
  return request({ service: 'system', path: 'design/draft', query: { ...seen(known), entity }, quiet: true });
}

/**
 * Has a step taken into the draft; one that comes again is answered as it was. Throws ApiError, 409 where somebody else
 * has touched the same.
 */
export function sendStep(known: KnownDraft, step: DesignStep): Promise<DesignTaken> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/step',
    body: { ...seen(known), step },
    quiet: true,
  });
}

/** What the texts of an entity are in other languages. */
export function fetchTexts(entity: string): Promise<DesignTexts> {
  return request({ service: 'system', path: 'design/texts', query: { entity }, quiet: true });
}

/** The choices of a dictionary, as they serve. */
export function fetchDictionary(code: string): Promise<DesignDictionary> {
  return request({ service: 'system', path: 'design/dictionary', query: { code }, quiet: true });
}

/** What is wrong with the draft. */
export function fetchFindings(): Promise<DesignFindings> {
  return request({ service: 'system', path: 'design/findings', quiet: true });
}

/** What publishing the draft would do to records that exist; stops counting when nobody waits any more. */
export function fetchImpact(authors: readonly string[] | undefined, signal: AbortSignal): Promise<DesignImpact> {
  const query = authors === undefined ? {} : { authors: authors.join(',') };
  return request({ service: 'system', path: 'design/impact', query, quiet: true, signal });
}

/** What is said about a change that is published. */
interface Publishing {
  readonly title: string;
  readonly reason: string;
  /** What becomes of records that exist. */
  readonly choices: readonly ImpactChoice[];
  /** Whose changes are published. Default everybody's. */
  readonly authors?: readonly string[];
}

/**
 * Has the draft published as it was seen: the job that does it, which says what is wrong.
 * @param opens code of the page that shows what came of it; undefined for none.
 */
export function publishDraft(
  after: number,
  said: Publishing,
  opens: string | undefined,
): Promise<DesignChange | StartedJob> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/publish',
    body: { after, ...said, opens, background: 'true' },
    quiet: true,
  });
}

/** Asks a second person to have the draft published as it was seen. Throws ApiError with what is wrong. */
export function askApproval(after: number, said: Publishing): Promise<string> {
  return request({ method: 'POST', service: 'system', path: 'design/ask', body: { after, ...said }, quiet: true });
}

/** The entity's file with the company's edits and those of the draft. */
export function fetchFile(entity: string): Promise<DesignFile> {
  return request({ service: 'system', path: 'design/export', query: { entity } });
}

/** What of the company a bundle may hold. */
export function fetchCarried(): Promise<CarriedDesign> {
  return request({ service: 'system', path: 'design/carried', quiet: true });
}

/** A signed bundle of some parts. */
export function makeBundle(entities: readonly string[]): Promise<DesignBundle> {
  return request({ method: 'POST', service: 'system', path: 'design/bundle', body: { entities }, quiet: true });
}

/** What taking a bundle would do; throws ApiError where it is none that can be used. */
export function checkBundle(bundle: unknown, signal: AbortSignal): Promise<BundleOutlook> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/bundle-check',
    body: { bundle },
    quiet: true,
    signal,
  });
}

/** Takes what of a bundle is not there yet into the draft. */
export function takeBundle(bundle: unknown, from: string): Promise<DesignTaken> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/bundle-take',
    body: { bundle, from },
    quiet: true,
  });
}

/** Gives the draft up. */
export function discardDraft(after: number): Promise<true> {
  return request({ method: 'POST', service: 'system', path: 'design/discard', body: { after } });
}

/** Changes that were published, the newest first. */
export function fetchChanges(): Promise<readonly DesignChange[]> {
  return request({ service: 'system', path: 'design/history' });
}

/** What differs between two changes. */
export function fetchComparison(from: string, to: string): Promise<readonly ComparedEntity[]> {
  return request({ service: 'system', path: 'design/compare', query: { from, to } });
}

/** What rolling back to a change would do. */
export function fetchRollbackOutlook(id: string, signal: AbortSignal): Promise<RollbackOutlook> {
  return request({ service: 'system', path: 'design/rollback-outlook', query: { id }, quiet: true, signal });
}

/** Lets all stand again as behind a change. Throws ApiError with what is wrong. */
export function rollBack(id: string, reason: string, choices: readonly ImpactChoice[]): Promise<DesignChange> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/rollback',
    body: { id, reason, choices },
    quiet: [400],
  });
}
