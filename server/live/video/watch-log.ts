import type { Logger } from 'pino';
import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { DEFAULT_LANGUAGE } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext } from '../../ground/context.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import { CAMERA_ENTITY, type Camera } from './read-camera.ts';

/** How somebody watches. */
type WatchedBy = 'live' | 'stills';

/** Who watched which camera, from when until when, in the log of the company. */
interface WatchLog {
  /** Somebody begins; the function given back says that he has ended, once. */
  begin(context: CallContext, camera: Camera, by: WatchedBy): () => void;
  /** Somebody got a still: he watches by stills until none has been asked for some time. */
  still(context: CallContext, camera: Camera): void;
  /** Ends what goes on, and waits until it is written. */
  close(): Promise<void>;
}

/** Milliseconds without a still after which somebody no longer watches. */
const STILL_FOR = 60_000;
const LOOK_EVERY = 15_000;

interface LogParts {
  readonly services: EntityServices;
  readonly logger: Logger;
}

interface Looking {
  readonly end: () => void;
  last: number;
}

/** Creates the log of a process. */
export function createWatchLog({ services, logger }: LogParts): WatchLog {
  const looking = new Map<string, Looking>();
  const open = new Set<() => void>();
  const writing = new Set<Promise<void>>();

  async function write(context: CallContext, camera: Camera, action: 'watch' | 'watched', remark: () => string) {
    const snapshot = await services.metadata.snapshot(camera.tenantId);
    const model = snapshot.entities.get(CAMERA_ENTITY);
    if (model === undefined) return;
    const call = createEntityCall(services, context, snapshot, model);
    await services.database.transaction(camera.tenantId, (db) =>
      writeAudit(
        { call, db },
        { recordId: camera.id, recordTitle: camera.name, action, changes: [], remark: remark() },
      ),
    );
  }

  function soon(work: () => Promise<void>, after: Promise<void> = Promise.resolve()): Promise<void> {
    // The log is the company's, whoever's words the socket speaks.
    const done = after
      .then(() => inLanguage(DEFAULT_LANGUAGE, work))
      .catch((error: unknown) => logger.error({ err: error }, '观看记录未能写入'))
      .finally(() => writing.delete(done));
    writing.add(done);
    return done;
  }

  function begin(context: CallContext, camera: Camera, by: WatchedBy): () => void {
    const since = context.clock.now();
    const clock = async (at: Date) => wallClock(at, (await services.metadata.snapshot(camera.tenantId)).timeZone);
    const title = () => (by === 'live' ? say('实时画面') : say('定时画面'));
    const begun = soon(() => write(context, camera, 'watch', title));
    const end = () => {
      if (!open.delete(end)) return;
      const until = context.clock.now();
      void soon(async () => {
        const [from, to] = await Promise.all([clock(since), clock(until)]);
        await write(context, camera, 'watched', () => say('{how}，{from} 至 {to}', { how: title(), from, to }));
      }, begun);
    };
    open.add(end);
    return end;
  }

  const looks = setInterval(() => {
    const now = performance.now();
    for (const [key, { last, end }] of looking) {
      if (now - last < STILL_FOR) continue;
      looking.delete(key);
      end();
    }
  }, LOOK_EVERY);
  looks.unref();

  return {
    begin,
    still(context, camera) {
      const key = `${context.caller.sessionId} ${camera.tenantId}/${camera.id}`;
      const known = looking.get(key);
      if (known === undefined) {
        looking.set(key, { last: performance.now(), end: begin(context, camera, 'stills') });
      } else known.last = performance.now();
    },
    async close() {
      clearInterval(looks);
      looking.clear();
      for (const end of [...open]) end();
      await Promise.all(writing);
    },
  };
}
