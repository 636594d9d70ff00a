import type { EntityModel } from '../../core/model/entity-model.ts';
import type { ValidationStage } from '../../core/validation/validate-record.ts';
import type { RecordData } from '../model/record-view.ts';

/** A button of a form's footer: which call it makes, and how much is checked before. */
export interface FormCommand {
  readonly key: 'saveDraft' | 'save' | 'submit';
  readonly operation: 'save' | 'submit';
  readonly stage: ValidationStage;
  readonly primary: boolean;
  /** Whether the form of another new record follows. Default false. */
  readonly again?: true;
}

/**
 * The buttons of a form: in a draft 保存草稿, and 提交 where the entity has that transition and the record can take it;
 * otherwise one 保存. The entity without states, or whose states are no drafts, is checked completely on each save.
 */
export function formCommands(model: EntityModel, stored: RecordData | undefined): readonly FormCommand[] {
  const key = stored === undefined ? model.initialState : stored.status;
  const state = typeof key === 'string' && Object.hasOwn(model.states, key) ? model.states[key] : undefined;
  const submits = Object.hasOwn(model.transitions, 'submit');
  if (state?.draft !== true) {
    const operation = submits || stored === undefined ? 'save' : 'submit';
    return [{ key: 'save', operation: submits ? operation : 'submit', stage: 'complete', primary: true }];
  }
  const draft: FormCommand = { key: 'saveDraft', operation: 'save', stage: 'types', primary: !submits };
  if (!submits || !canSubmit(stored)) return [{ ...draft, primary: true }];
  return [draft, { key: 'submit', operation: 'submit', stage: 'complete', primary: true }];
}

function canSubmit(stored: RecordData | undefined): boolean {
  if (stored === undefined) return true;
  const abilities = stored.abilities;
  return typeof abilities === 'object' && abilities !== null && (abilities as { submit?: boolean }).submit === true;
}

/** The last of a form's buttons, once more with a new form behind it: so several records are entered one after the other. */
export function commandAgain(commands: readonly FormCommand[]): FormCommand | undefined {
  const last = commands.at(-1);
  return last && { ...last, primary: false, again: true };
}

/** Whether the form stays open when it was saved: a draft is gone on with, unless another record follows. */
export function staysOpen({ key, again }: FormCommand): boolean {
  return key === 'saveDraft' && again !== true;
}
