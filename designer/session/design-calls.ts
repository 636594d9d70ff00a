import { request } from '../../src/api/client.ts';
import type { DesignStep } from '../../src/core/overlay/design-log.ts';
import type {
  DesignChange,
  DesignDraft,
  DesignEntity,
  DesignFindings,
  DesignNames,
  DesignSubject,
  DesignTaken,
  DesignTexts,
} from '../../src/core/wire/design.ts';

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
  return request({ service: 'system', path: 'design/entity', query: { entity } });
}

/** What expressions may name outside of the entity that is designed. */
export function fetchNames(): Promise<DesignNames> {
  return request({ service: 'system', path: 'design/names', quiet: true });
}

/** The open draft behind what is known of it; tells others that one is at it. */
export function fetchDesign(known: KnownDraft, entity: string): Promise<DesignDraft> {
  return request({ service: 'system', path: 'design/draft', query: { ...seen(known), entity }, quiet: true });
}

/** Has a step taken into the draft. Throws ApiError, 409 where somebody else has touched the same. */
export function sendStep(known: KnownDraft, step: DesignStep): Promise<DesignTaken> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/step',
    body: { ...seen(known), step },
    quiet: [409],
  });
}

/** What the texts of an entity are in other languages. */
export function fetchTexts(entity: string): Promise<DesignTexts> {
  return request({ service: 'system', path: 'design/texts', query: { entity }, quiet: true });
}

/** What is wrong with the draft. */
export function fetchFindings(): Promise<DesignFindings> {
  return request({ service: 'system', path: 'design/findings', quiet: true });
}

/** Publishes the draft as it was seen. Throws ApiError with what is wrong. */
export function publishDraft(after: number, title: string, reason: string): Promise<DesignChange> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'design/publish',
    body: { after, title, reason },
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

/** Lets all stand again as behind a change. */
export function rollBack(id: string, reason: string): Promise<DesignChange> {
  return request({ method: 'POST', service: 'system', path: 'design/rollback', body: { id, reason } });
}
