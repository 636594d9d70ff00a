/* Generated from the entries of src/core/effects/verbs by `npm run metadata -- types`. Do not edit. */

import type { EffectVerb } from './effect-verb.ts';
import type { EffectVerbName } from './names.generated.ts';
import { verb as call } from './verbs/call.ts';
import { verb as create } from './verbs/create.ts';
import { verb as fire } from './verbs/fire.ts';
import { verb as set } from './verbs/set.ts';

/** How each verb is read. */
export const effectVerbs = {
  call,
  create,
  fire,
  set,
} as const satisfies Readonly<Record<EffectVerbName, EffectVerb>>;
