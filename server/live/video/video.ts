import type { Logger } from 'pino';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext, Clock } from '../../ground/context.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { EntityService } from '../../records/service/service.ts';
import { CameraFault, type CameraFaultKind } from './camera-faults.ts';
import { createCameraHealth } from './camera-health.ts';
import { createHlsParts } from './playlists.ts';
import { CAMERA_ENTITY, type Camera, readCamera } from './read-camera.ts';
import { createStills } from './stills.ts';
import { createUpstreams, type Watcher } from './upstreams.ts';
import { createWatchLog } from './watch-log.ts';

interface VideoOptions {
  readonly services: EntityServices;
  readonly service: EntityService;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Address of a part of a playlist, as a browser asks for it. */
  pathOf(kind: 'playlist' | 'segment', id: string, part: string): string;
}

/** Somebody who watches, as the server looks at him anew. */
export interface Watch {
  /** The camera was changed, or his right may have been. */
  confirm(): void;
  leave(): void;
}

/** Pictures of cameras, for whoever may see the camera's record. */
export interface Video {
  /** A small JPEG. Throws CameraFault, or notFound for a camera that the person does not see. */
  still(context: CallContext, id: string): Promise<Uint8Array>;
  /** Sends the camera's live picture until it ends. @param authenticate the person as he is now. */
  watch(id: string, authenticate: () => Promise<CallContext>, watcher: Omit<Watcher, 'began'>): Promise<Watch>;
  playlist(context: CallContext, id: string, part: string | undefined): Promise<string>;
  segment(context: CallContext, id: string, part: string): Promise<Buffer>;
  /** A camera was written: whoever watches it is looked at anew. */
  changed(tenantId: string, id: string): void;
  /** Live pictures that are sent now, and the cameras that they come from. */
  count(): { readonly watchers: number; readonly streams: number };
  close(): Promise<void>;
}

/** Milliseconds between two looks at whether somebody still may watch. */
const CONFIRM_EVERY = 10_000;

/** Puts the parts of showing cameras together. */
export function createVideo({ services, service, clock, logger, pathOf }: VideoOptions): Video {
  const { database, metadata, keys } = services;
  const health = createCameraHealth({ services, clock, logger });
  const stills = createStills(health);
  const upstreams = createUpstreams(health);
  const parts = createHlsParts(keys, pathOf);
  const log = createWatchLog({ services, logger });
  const watches = new Map<Watch, string>();

  /** The camera as the server reaches it, of a person who sees its record. */
  async function cameraFor(context: CallContext, id: string): Promise<Camera> {
    const seen = await service.findVisible(context, CAMERA_ENTITY, id);
    if (seen === undefined) throw new AnlanError('notFound', { what: say('摄像机') });
    const snapshot = await metadata.snapshot(context.tenantId);
    return database.withTenant(context.tenantId, (connection) => readCamera(connection, keys, snapshot, id));
  }

  async function watch(
    id: string,
    authenticate: () => Promise<CallContext>,
    watcher: Omit<Watcher, 'began'>,
  ): Promise<Watch> {
    const context = await authenticate();
    const camera = await cameraFor(context, id);
    let ended = () => {};
    let isOver = false;
    const over = () => {
      isOver = true;
      clearInterval(looks);
      watches.delete(own);
      ended();
    };
    const end = (fault: CameraFaultKind) => {
      if (isOver) return;
      over();
      watcher.end(fault);
    };
    const own: Watch = {
      confirm() {
        authenticate()
          .then((now) => cameraFor(now, id))
          .catch((error: unknown) => {
            const fault = endsWith(error);
            if (fault !== undefined) {
              leave();
              end(fault);
            }
          });
      },
      leave() {
        leave();
        if (!isOver) over();
      },
    };
    const looks = setInterval(() => own.confirm(), CONFIRM_EVERY);
    looks.unref();
    watches.set(own, `${camera.tenantId}/${id}`);
    let leave = () => {};
    leave = upstreams.join(camera, {
      ...watcher,
      began: () => {
        ended = log.begin(context, camera, 'live');
      },
      end,
    });
    return own;
  }

  return {
    async still(context, id) {
      const camera = await cameraFor(context, id);
      const still = await stills.still(camera);
      log.still(context, camera);
      return still;
    },
    watch,
    playlist: async (context, id, part) => parts.playlist(await cameraFor(context, id), part),
    segment: async (context, id, part) => parts.segment(await cameraFor(context, id), part),
    changed(tenantId, id) {
      for (const [own, key] of watches) if (key === `${tenantId}/${id}`) own.confirm();
    },
    count: () => ({ watchers: watches.size, streams: upstreams.count() }),
    async close() {
      upstreams.close();
      parts.close();
      await stills.close();
      await health.close();
      await log.close();
    },
  };
}

/** Whether an error says that a person may not watch any more; a database that is away leaves that open. */
function endsWith(error: unknown): CameraFaultKind | undefined {
  if (error instanceof CameraFault) return error.kind;
  if (!(error instanceof AnlanError)) return undefined;
  if (error.status === 404) return 'gone';
  return [401, 403].includes(error.status) ? 'session' : undefined;
}
