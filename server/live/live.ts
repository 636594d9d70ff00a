import type { Logger } from 'pino';
import type { ReceivedReadings } from '../../src/core/live/reading.ts';
import type { Clock } from '../ground/context.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { systemContext } from '../ground/jobs/system-context.ts';
import { createEntityCall } from '../records/call/entity-call.ts';
import type { EntityServices } from '../records/call/ports.ts';
import { createIntakeQueue } from './intake-queue.ts';
import { keepDays } from './reading-days.ts';
import {
  KEPT_WITHIN,
  passwordSource,
  type ReadingSource,
  type SignedMessage,
  signedSource,
  vouchedSource,
} from './reading-source.ts';
import { type PointReading, pointModels, storeReadings } from './reading-store.ts';
import { receiveReadings } from './receive-readings.ts';
import { forgetRollups, rollupReadings } from './rollup-readings.ts';
import { findSilences, tellLimits } from './tell-limits.ts';
import { watchLimits } from './watch-limits.ts';

interface LiveOptions {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told which entities of a company have new values, after their commit. */
  onStored(tenantId: string, entities: readonly string[]): void;
}

/** What comes in from sensors, whichever way. */
export interface LiveData {
  /** Takes a signed message; resolves after the commit. */
  takeSigned(message: SignedMessage): Promise<ReceivedReadings>;
  /** The same of a message that a stream has kept while nobody asked for it. */
  takeKept(message: SignedMessage): Promise<ReceivedReadings>;
  /** The same of one that bears no signature: whoever passed it on says by its name that the source has sent it. */
  takeVouched(source: string, body: string): Promise<ReceivedReadings>;
  /** The source that logs in by name and secret. */
  login(name: string, secret: string): Promise<ReadingSource>;
  /** Takes a message of a source that has logged in; resolves after the commit. */
  take(source: ReadingSource, body: string): Promise<ReceivedReadings>;
  /** Makes the days that come and drops those that are over. */
  keepDays(now: Date): Promise<void>;
  /** Finds the points that have been silent for too long, and tells of all limits that are due; gives how many. */
  tellLimits(): Promise<number>;
  /** Tells of the limits that are due alone. */
  tellDue(): Promise<number>;
  /** Adds up what came in. */
  rollup(): Promise<number>;
  /** Takes nothing more, and finishes what is under way. */
  close(): Promise<void>;
}

/** PostgreSQL: no partition for a row. */
const NO_PARTITION = '23514';

/** Days for which values are kept unless a company keeps them longer. */
const KEEP_DAYS = 90;

/** Setting of a company: days for which each value is kept. */
const KEEP_SETTING = 'alarm.keepDays';

/** Puts the parts of taking in values together. */
export function createLiveData(options: LiveOptions): LiveData {
  const { services, clock, logger, onStored } = options;
  const { database, metadata, keys } = services;
  const telling = { services, clock, logger };

  async function keep(now: Date): Promise<void> {
    const days = await Promise.all(
      (await tenantCodes(database, 'current')).map(async (tenantId) => {
        const kept = (await metadata.snapshot(tenantId)).settings.get(KEEP_SETTING);
        return typeof kept === 'number' ? kept : KEEP_DAYS;
      }),
    );
    const longest = Math.max(KEEP_DAYS, ...days);
    await keepDays(database, now, longest);
    await forgetRollups(database, now, longest * 4);
  }

  async function store(tenantId: string, readings: readonly PointReading[]): Promise<readonly boolean[]> {
    const snapshot = await metadata.snapshot(tenantId);
    const models = pointModels(snapshot.entities);
    let isDue = false;
    const attempt = () =>
      database.transaction(tenantId, async (connection) => {
        isDue = false;
        for (const model of models) {
          const { world } = createEntityCall(services, systemContext(tenantId, clock, 'readings'), snapshot, model);
          const at = { world, now: clock.now().getTime() };
          if (await watchLimits(connection, model, readings, at)) isDue = true;
        }
        return storeReadings(connection, models, readings);
      });
    const fresh = await attempt().catch(async (error: unknown) => {
      if ((error as { code?: unknown }).code !== NO_PARTITION) throw error;
      await keep(clock.now());
      return attempt();
    });
    if (isDue) tellSoon(tenantId);
    onStored(
      tenantId,
      models.map(({ key }) => key),
    );
    return fresh;
  }

  /** At once; what goes wrong here, or ends with the process, is done by the job. */
  function tellSoon(tenantId: string): void {
    const before = under.get(tenantId) ?? Promise.resolve();
    const next = before
      .then(() => tellLimits(telling, tenantId))
      .catch((error: unknown) => logger.error({ err: error }, '越限未能通知'))
      .then(() => {
        if (under.get(tenantId) === next) under.delete(tenantId);
      });
    under.set(tenantId, next);
  }
  const under = new Map<string, Promise<void>>();

  const queue = createIntakeQueue<PointReading>({ store });
  const parts = { database, metadata, clock, queue };
  const takeOf = async (message: SignedMessage, waited?: number) => {
    const now = clock.now().getTime();
    const source = await signedSource({ database, keys }, message, now, waited);
    // A clock that is ahead as far as a signature allows measures nothing that is still to come.
    return receiveReadings(parts, source, { body: message.body, sentAt: Math.min(Number(message.time), now) });
  };
  return {
    takeSigned: (message) => takeOf(message),
    takeKept: (message) => takeOf(message, KEPT_WITHIN),
    login: (name, secret) => passwordSource({ database, keys }, name, secret),
    async takeVouched(name, body) {
      const source = await vouchedSource({ database, keys }, name);
      return receiveReadings(parts, source, { body, sentAt: undefined });
    },
    take: (source, body) => receiveReadings(parts, source, { body, sentAt: clock.now().getTime() }),
    keepDays: keep,
    rollup: () => rollupReadings(database),
    async tellLimits() {
      await findSilences(telling);
      return tellLimits(telling);
    },
    tellDue: () => tellLimits(telling),
    async close() {
      await queue.close();
      await Promise.all(under.values());
    },
  };
}
