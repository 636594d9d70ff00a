import type { Curve } from '../core/live/curve.ts';
import { request } from './client.ts';

/** A stretch of the curve of a point; moments in milliseconds since 1970. */
interface CurveAsked {
  readonly entity: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** The curve of a point. Throws ApiError, which is not shown. */
export function fetchCurve(asked: CurveAsked, signal?: AbortSignal): Promise<Curve> {
  return request({ service: 'rhd', path: 'readings/curve', query: { ...asked }, signal, quiet: true });
}
