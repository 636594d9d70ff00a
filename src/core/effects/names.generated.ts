/* Generated from the entries of src/core/effects/verbs by `npm run metadata -- types`. Do not edit. */

/** What an effect can do. */
export const EFFECT_VERBS = ['call', 'create', 'fire', 'set'] as const;

export type EffectVerbName = (typeof EFFECT_VERBS)[number];
