/* Generated from the entries of server/records/write/effects/runners by `npm run metadata -- types`. Do not edit. */

import type { EffectVerbName } from '../../../../src/core/effects/names.generated.ts';
import type { EffectRunner } from './effect-runner.ts';
import { runner as call } from './runners/call.ts';
import { runner as create } from './runners/create.ts';
import { runner as fire } from './runners/fire.ts';
import { runner as set } from './runners/set.ts';

/** How each verb is run; one without a runner does not compile. */
export const effectRunners = {
  call,
  create,
  fire,
  set,
} as const satisfies Readonly<Record<EffectVerbName, EffectRunner>>;
