import type { EntityModel } from '../../core/model/entity-model.ts';
import type { ValidationStage } from '../../core/validation/validate-record.ts';
import type { EntityPageContext } from '../EntityContext.ts';
import type { RecordData } from '../model/record-view.ts';

/** A button of a form's footer: which call it makes, and how much is checked before. */
export interface FormCommand {
  readonly key: 'saveDraft' | 'save' | 'submit' | 'step';
  readonly operation: 'save' | 'submit';
  readonly stage: ValidationStage;
  readonly primary: boolean;
  /** Whether the form of another new record follows. Default false. */
  readonly again?: true;
  /** The step that the record's page begins with when the draft is saved. */
  readonly step?: DraftStep;
}

/** A step by which a draft is done with. */
interface DraftStep {
  readonly key: string;
  readonly title: string;
}

/**
 * The buttons of a form: in a draft 保存草稿, and 提交 where the entity has that transition and the record can take it,
 * else the step by which the draft is done with; otherwise one 保存. The entity without states, or whose states are no
 * drafts, is checked completely on each save.
 */
export function formCommands(
  model: EntityModel,
  stored: RecordData | undefined,
  step?: DraftStep,
): readonly FormCommand[] {
  const key = stateOf(model, stored);
  const state = key === undefined ? undefined : model.states[key];
  const submits = Object.hasOwn(model.transitions, 'submit');
  if (state?.draft !== true) {
    const operation = submits || stored === undefined ? 'save' : 'submit';
    return [{ key: 'save', operation: submits ? operation : 'submit', stage: 'complete', primary: true }];
  }
  const draft: FormCommand = { key: 'saveDraft', operation: 'save', stage: 'types', primary: false };
  if (submits && isAble(stored, 'submit')) {
    return [draft, { key: 'submit', operation: 'submit', stage: 'complete', primary: true }];
  }
  if (submits || step === undefined) return [{ ...draft, primary: true }];
  return [draft, { key: 'step', operation: 'save', stage: 'complete', primary: true, step }];
}

/**
 * The first step of a page by which this person is done with a draft, where the entity has no `submit`: a meeting is
 * called, a list is published. It asks and checks on the record's page, so that the form only leads there.
 */
export function draftStep(
  { page, me, can }: Pick<EntityPageContext, 'page' | 'me' | 'can'>,
  stored: RecordData | undefined,
): DraftStep | undefined {
  const { model } = page;
  const from = stateOf(model, stored);
  if (from === undefined) return undefined;
  return Object.values(model.transitions).find(
    ({ key, button, who, to, ...step }) =>
      step.from.includes(from) &&
      to.length > 0 &&
      to.every(({ state }) => model.states[state]?.draft !== true) &&
      !step.auto &&
      !step.danger &&
      page.page.actions.includes(button) &&
      can(`${page.page.code}_${button}`) &&
      // Nobody has said yet what this person may do with a record that is not stored: whoever made it, or holds the role.
      (stored === undefined
        ? who.some((actor) =>
            typeof actor === 'string' ? actor === 'creator' : 'role' in actor && me.roles.includes(actor.role),
          )
        : isAble(stored, key)),
  );
}

function stateOf(model: EntityModel, stored: RecordData | undefined): string | undefined {
  const key = stored === undefined ? model.initialState : stored.status;
  return typeof key === 'string' && Object.hasOwn(model.states, key) ? key : undefined;
}

function isAble(stored: RecordData | undefined, action: string): boolean {
  if (stored === undefined) return true;
  const abilities = stored.abilities;
  return typeof abilities === 'object' && abilities !== null && (abilities as Record<string, unknown>)[action] === true;
}

/** The last button of a form that saves, once more with a new form behind it: so several records are entered one after the other. */
export function commandAgain(commands: readonly FormCommand[]): FormCommand | undefined {
  const last = commands.findLast(({ step }) => step === undefined);
  return last && { ...last, primary: false, again: true };
}

/** Whether the form stays open when it was saved: a draft is gone on with, unless another record follows. */
export function staysOpen({ key, again }: FormCommand): boolean {
  return key === 'saveDraft' && again !== true;
}
