import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from '../call/ports.ts';
import { storing } from '../call/stored.ts';

/** Id of the entry that says in a row of the log when a device has noted what it sent later; no field has such an id. */
export const DEVICE_CHANGE = '@deviceTime';

/**
 * When the person did it by the clock of his device, as the log row says it beside the server's time; none where it was
 * sent at once. A device's clock may be wrong, so nothing is decided by it.
 */
export function deviceChanges(call: EntityCall) {
  const { deviceTime } = call.context;
  if (deviceTime === undefined) return [];
  return storing(call, ({ snapshot }) => [
    {
      id: DEVICE_CHANGE,
      key: DEVICE_CHANGE,
      title: say('设备时间'),
      from: null,
      to: deviceTime,
      fromText: '',
      toText: wallClock(new Date(deviceTime), snapshot.timeZone),
    },
  ]);
}
