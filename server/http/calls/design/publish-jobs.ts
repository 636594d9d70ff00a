import { say } from '../../../../src/core/text/say.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { readChanges } from '../../../metadata/design/design-store.ts';
import type { MetadataStore } from '../../../metadata/store.ts';
import type { LongJobKind } from '../../../reports/long-jobs/long-jobs.ts';
import { type PublishWish, publishSeen, requireUnapproved } from './publish-calls.ts';
import type { Designing } from './shared.ts';

/** Publishes drafts in the background, all of each or nothing. */
export const publishJobs = (metadata: MetadataStore): LongJobKind => ({
  async run({ services, context, snapshot }, { job }) {
    const { database } = services;
    const read = <T>(work: (connection: Connection) => Promise<T>) => database.withTenant(job.tenantId, work);
    const input: Designing = { services: { database, metadata, entities: services }, context, snapshot, read };
    requireUnapproved(input);
    const done = { state: 'done', tell: () => say('已发布，立即生效') } as const;
    // Its process may have ended between the publishing and its note: the change bears the id of the job.
    const changes = await read((connection) => readChanges(connection, snapshot.timeZone));
    if (changes.some(({ id }) => id === job.id)) return done;
    const wish = job.input as unknown as PublishWish;
    await publishSeen(input, { ...wish, id: job.id, also: async () => undefined });
    return done;
  },
  remains: () => ({ tell: () => '' }),
});
