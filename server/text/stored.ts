import { DEFAULT_LANGUAGE } from '../../src/core/text/language.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import { inLanguage } from './language.ts';

/**
 * Makes what is going to be stored (log, notices, evidence) in Chinese, whatever language the person speaks: it is read
 * by people of all languages, and the Chinese texts are the binding ones. `work` gets the call over the metadata as it
 * is written.
 */
export function storing<T>(call: EntityCall, work: (call: EntityCall) => T): T {
  const snapshot = call.snapshot.untranslated ?? call.snapshot;
  const model = snapshot.entities.get(call.model.key) ?? call.model;
  return inLanguage(DEFAULT_LANGUAGE, () => work({ ...call, snapshot, model }));
}
