import { reaction } from '@formily/reactive';
import { say } from '../../core/text/say.ts';
import { choicePlace, expressionReads } from '../../field-types/choice-place.ts';
import type { FieldServices } from '../../field-types/field-services.ts';
import { keysOf } from '../../field-types/text-field.tsx';
import { viewField } from '../model/record-view.ts';
import type { FormEngine } from './form-engine.ts';

/** Milliseconds that a form rests before it is asked whether what was chosen still fits. */
const ASK_DEBOUNCE = 500;

/**
 * Keeps an eye on chosen records whose choice depends on other fields: when one of those has changed and the server would
 * no longer offer what was chosen, the field says so. Nothing that a person has entered is dropped. Gives the end of it.
 */
export function watchChoices(engine: FormEngine, services: Pick<FieldServices, 'recordLabels'>): () => void {
  const watched = engine.page.model.fields.filter(
    ({ property }) => property.ref?.where !== undefined && expressionReads(property.ref.where).length > 0,
  );
  if (watched.length === 0) return () => undefined;
  const control = new AbortController();
  const placeOf = (field: (typeof watched)[number]) =>
    choicePlace({ ...viewField(engine.page, field), values: () => engine.values() });
  const stateOf = (field: (typeof watched)[number]) => JSON.stringify(placeOf(field)?.values);
  const asked = new Map(watched.map((field) => [field.key, stateOf(field)]));

  const ask = async (field: (typeof watched)[number]): Promise<void> => {
    const ids = keysOf(engine.values()[field.key]);
    const state = stateOf(field);
    const place = placeOf(field);
    asked.set(field.key, state);
    if (ids.length === 0 || field.target === undefined || place === undefined) return;
    // Without an answer the save decides.
    const found = await services.recordLabels(field.target, ids, control.signal, place).catch(() => undefined);
    if (found === undefined || control.signal.aborted || state !== stateOf(field)) return;
    if (keysOf(engine.values()[field.key]).join() !== ids.join()) return;
    const known = new Set(found.map(({ id }) => id));
    const fits = ids.every((id) => known.has(id));
    engine.tellMisfit(field.key, fits ? undefined : say('{title}所选的记录不符合可选条件', { title: field.title }));
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = reaction(
    () => engine.state.revision,
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const field of watched) if (asked.get(field.key) !== stateOf(field)) void ask(field);
      }, ASK_DEBOUNCE);
    },
  );
  return () => {
    clearTimeout(timer);
    stop();
    control.abort();
  };
}
