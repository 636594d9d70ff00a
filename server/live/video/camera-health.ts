import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { DEFAULT_LANGUAGE } from '../../../src/core/text/language.ts';
import type { Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import { type CameraFaultKind, faultText } from './camera-faults.ts';
import { CAMERA_ENTITY, type Camera } from './read-camera.ts';

/** Told what came of asking a camera, by a still or by its film. */
export interface CameraHealth {
  /** A picture came. */
  came(camera: Camera): void;
  failed(camera: Camera, kind: CameraFaultKind): void;
}

interface HealthParts {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Failures in a row after which a camera is away, and milliseconds over which they are spread at least. */
const IN_A_ROW = 3;
const SPREAD = 5_000;

/** What says that the camera gives no picture, and not that nobody may have it or too many want it. */
const AWAY: readonly CameraFaultKind[] = ['away', 'silent', 'denied', 'refused', 'rubbish'];

/** Steps of a camera's record that the platform takes, and the field that keeps why. */
const LOST = 'vanish';
const BACK = 'appear';
const REASON = 'awayReason';

/**
 * Lets the state of cameras follow what comes of them while somebody looks: away after several failures in a row, back
 * with the next picture. Nobody is asked for it; a process counts what it has asked itself.
 */
export function createCameraHealth(parts: HealthParts): CameraHealth & { close(): Promise<void> } {
  const failures = new Map<string, { count: number; readonly since: number }>();
  const stepping = new Map<string, Promise<void>>();
  const keyOf = ({ tenantId, id }: Camera) => `${tenantId}/${id}`;

  function step(camera: Camera, transition: string, values: Readonly<Record<string, unknown>>): void {
    const key = keyOf(camera);
    if (stepping.has(key)) return;
    const done = inLanguage(DEFAULT_LANGUAGE, () => fire(parts, camera, transition, values))
      .catch((error: unknown) => {
        // Somebody else, or another process, has taken it already.
        if (error instanceof AnlanError && error.status < 500) return;
        parts.logger.error({ err: error, camera: camera.id, transition }, '摄像机的状态未能改变');
      })
      .finally(() => stepping.delete(key));
    stepping.set(key, done);
  }

  return {
    came(camera) {
      failures.delete(keyOf(camera));
      if (camera.isAway) step(camera, BACK, {});
    },
    failed(camera, kind) {
      if (camera.isAway || !AWAY.includes(kind)) return;
      const key = keyOf(camera);
      const now = performance.now();
      const known = failures.get(key) ?? { count: 0, since: now };
      known.count += 1;
      failures.set(key, known);
      if (known.count < IN_A_ROW || now - known.since < SPREAD) return;
      failures.delete(key);
      step(camera, LOST, { [REASON]: inLanguage(DEFAULT_LANGUAGE, () => faultText(kind)) });
    },
    async close() {
      await Promise.all(stepping.values());
    },
  };
}

async function fire(
  { services, clock }: HealthParts,
  { tenantId, id }: Camera,
  transition: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(CAMERA_ENTITY);
  // A company may have taken the step out of its cameras.
  if (model === undefined || !Object.hasOwn(model.transitions, transition)) return;
  const context = systemContext(tenantId, clock, `camera-${randomUUID()}`);
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  await transact(call, (tx) => tx.verbs.fire(tx, id, transition, values));
}
