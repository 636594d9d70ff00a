import { DEFAULT_LANGUAGE, type Language } from '../../../src/core/text/language.ts';
import { inLanguage } from '../../ground/language/language.ts';
import type { EntityCall } from './ports.ts';

/** Does a piece of work in a language, with the call over the metadata of that language. */
export function wording<T>(call: EntityCall, language: Language, work: (over: EntityCall) => T): T {
  const snapshot = call.snapshot.inLanguage?.(language) ?? call.snapshot;
  const model = snapshot.entities.get(call.model.key) ?? call.model;
  return inLanguage(language, () => work({ ...call, snapshot, model }));
}

/**
 * Makes what is going to be stored (log, evidence) in Chinese, whatever language the person speaks: it is read by people
 * of all languages, and the Chinese texts are the binding ones. `work` gets the call over the metadata as it is written.
 */
export function storing<T>(call: EntityCall, work: (call: EntityCall) => T): T {
  return wording(call, DEFAULT_LANGUAGE, work);
}
