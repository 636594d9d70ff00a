import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityCall } from '../call/ports.ts';

/** Milliseconds that one code is shown. */
const STEP = 30_000;

/** How many codes are valid: the one that is shown, and the one before it, which somebody may be typing. */
const VALID = 2;

/** How many codes back one is still known as one that was valid: ten minutes. */
const KNOWN = 20;

/** No letter that could be taken for another, or for a digit. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

/** What a code opens: a transition of one record. */
interface ScanSubject {
  readonly recordId: string;
  readonly transition: string;
}

/** The code that is shown now, and for how many milliseconds more. */
interface TurningCode {
  readonly code: string;
  readonly remaining: number;
}

/** The code of a record at the call's instant. It is computed whenever it is needed, and stored nowhere. */
export function turningCode(call: EntityCall, subject: ScanSubject): TurningCode {
  const now = call.at.getTime();
  const step = Math.floor(now / STEP);
  return { code: codeAt(call, subject, step), remaining: (step + 1) * STEP - now };
}

/** What is wrong with a turning code: `stale` where it was valid within the last minutes. Undefined where it is valid. */
export function codeFault(call: EntityCall, subject: ScanSubject, given: string): 'stale' | 'wrong' | undefined {
  const step = Math.floor(call.at.getTime() / STEP);
  const sent = Buffer.from(given.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  for (let back = 0; back < KNOWN; back += 1) {
    const right = Buffer.from(codeAt(call, subject, step - back));
    if (right.length !== sent.length || !timingSafeEqual(right, sent)) continue;
    return back < VALID ? undefined : 'stale';
  }
  return 'wrong';
}

function codeAt({ services, context, model }: EntityCall, { recordId, transition }: ScanSubject, step: number): string {
  const digest = createHmac('sha256', services.keys.key('scan code', context.tenantId))
    .update(JSON.stringify([model.id, recordId, transition, step]))
    .digest();
  return [...digest.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
}
