import { reaction } from '@formily/reactive';
import { behindDefaults } from '../../core/model/behind-defaults.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import type { RecordData } from '../model/record-view.ts';
import type { FormEngine } from './form-engine.ts';

/** Milliseconds that a form rests before it asks what follows from what was chosen. */
const ASK_DEBOUNCE = 200;

/** Asks what defaults of a new record stand behind its references; undefined where there is no answer. */
type AskDefaults = (values: RecordData, signal: AbortSignal) => Promise<RecordData | undefined>;

/** Asks it of the entity's own call; undefined where it has none. */
export function defaultsOf({ page }: FormEngine): AskDefaults | undefined {
  const operation = operationOf(page.model, 'defaults');
  if (operation === undefined) return undefined;
  const { code } = page.page;
  // Without an answer the save decides.
  return (values, signal) =>
    callOperation(page.model, operation, values, { page: code, signal, quiet: true }).catch(() => undefined);
}

/**
 * Fills in what follows from the records that a new one refers to (the department of its area) as soon as they are
 * chosen: the browser knows them by name alone. Gives the end of it.
 */
export function followReferences(engine: FormEngine, ask: AskDefaults | undefined): () => void {
  const { fields, inputs } = behindDefaults(engine.page.model.fields);
  if (ask === undefined || fields.length === 0 || engine.stored() !== undefined) return () => undefined;
  const given = (): RecordData =>
    Object.fromEntries(
      inputs.flatMap((key) => {
        const value = engine.values()[key];
        return isEmptyValue(value) ? [] : [[key, value]];
      }),
    );
  let asked = JSON.stringify({});
  let control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const answer = async (): Promise<void> => {
    const values = given();
    const state = JSON.stringify(values);
    if (state === asked || engine.stored() !== undefined) return;
    asked = state;
    control.abort();
    control = new AbortController();
    const { signal } = control;
    const found = await ask(values, signal);
    if (found === undefined || signal.aborted || state !== JSON.stringify(given())) return;
    engine.serve(found);
  };

  const stop = reaction(
    () => engine.state.revision,
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => void answer(), ASK_DEBOUNCE);
    },
  );
  void answer();
  return () => {
    clearTimeout(timer);
    stop();
    control.abort();
  };
}
