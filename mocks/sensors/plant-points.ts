import { sensorPointRecords } from '../demo-plant/equipment.ts';
import type { PretendedPoint } from './sensors.ts';

/** The points of the demo plant as its sensors know them; those that are out of use send nothing. */
export function plantPoints(): readonly PretendedPoint[] {
  return sensorPointRecords('645967', new Date()).flatMap(({ status, body }) => {
    const { tag, source, rangeLow, rangeHigh, decimals, h, hh, l } = body as unknown as PretendedPoint & Limits;
    if (status !== '1') return [];
    const [low, high] = [l ?? rangeLow, h ?? hh ?? rangeHigh];
    // Gas is usually near nothing, everything else between its limits.
    const usual = h !== undefined && l === undefined ? rangeLow + (high - rangeLow) * 0.15 : low + (high - low) * 0.5;
    return [{ tag, source, rangeLow, rangeHigh, decimals, usual, high: h ?? hh }];
  });
}

interface Limits {
  readonly l?: number;
  readonly h?: number;
  readonly hh?: number;
}
