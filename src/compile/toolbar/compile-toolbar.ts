import { calledSteps, isCalled } from '../../core/model/called-steps.ts';
import type { AskedField, EntityModel, PageModel, TransitionModel } from '../../core/model/entity-model.ts';
import { say, spoken } from '../../core/text/say.ts';
import type { Abilities } from '../../core/wire/contract.ts';

/** What pressing an action does. */
type ActionKind =
  | 'add'
  | 'edit'
  | 'view'
  | 'copy'
  | 'print'
  | 'import'
  | 'export'
  | 'delete'
  | 'enable'
  | 'disable'
  | 'transition'
  | 'scanCode'
  | 'publicLink'
  | 'openAuthor'
  | 'custom';

/** A button of a page, ready to be drawn. */
export interface ActionPlan {
  readonly key: string;
  readonly kind: ActionKind;
  readonly title: string;
  /** Button right that it needs; undefined where only the record's abilities decide. */
  readonly button: string | undefined;
  readonly danger: boolean;
  /** What is asked before it happens; undefined where nothing is. */
  readonly confirm: string | undefined;
  /** Fields asked in a dialog. */
  readonly asks: readonly AskedField[];
  /** Child entity whose form is shown in the dialog, and of which a row is written. */
  readonly writes?: string | undefined;
  /** Whether a code has to be scanned. Default not. */
  readonly scans?: true;
  /** Whether whoever takes it may have to prove where he is. Default not. */
  readonly sited?: true;
  /** Message after success; undefined for the usual one. */
  readonly message: string | undefined;
  /** Page that it goes to. */
  readonly page: string | undefined;
  /** Name of the operation that it calls; undefined for those that only go somewhere. */
  readonly operation: string | undefined;
}

/** Buttons of a page by place. */
export interface ToolbarPlan {
  readonly toolbar: readonly ActionPlan[];
  readonly row: readonly ActionPlan[];
  /** Those of a row, and what only the page of a record offers. */
  readonly detail: readonly ActionPlan[];
  readonly batch: readonly ActionPlan[];
}

const TITLES: Readonly<Record<string, string>> = spoken({
  add: '新增',
  edit: '编辑',
  view: '查看',
  copy: '复制',
  print: '打印',
  import: '导入',
  export: '导出',
  delete: '删除',
  enable: '启用',
  disable: '停用',
  publicLink: '上报二维码',
});

/** What is done with the page as a whole. */
const OF_PAGE: ReadonlySet<ActionKind> = new Set(['add', 'import', 'export', 'publicLink']);

const NOTHING = { danger: false, confirm: undefined, asks: [], message: undefined, page: undefined } as const;

/** Buttons of a page in the order of its file, deletion last. */
export function compileToolbar(model: EntityModel, page: PageModel): ToolbarPlan {
  const toolbar: ActionPlan[] = [];
  const row: ActionPlan[] = [];
  const batch: ActionPlan[] = [];
  for (const key of page.actions) {
    const plan = compileAction(model, page, key);
    if (plan === undefined) continue;
    if (OF_PAGE.has(plan.kind)) {
      toolbar.push(plan);
    } else if (plan.kind === 'custom') {
      const place = model.actions[key]?.place ?? 'row';
      if (place === 'toolbar' || place === 'both') toolbar.push(plan);
      if (place === 'row' || place === 'both') row.push(plan);
      if (place === 'batch') batch.push(plan);
    } else {
      row.push(plan, ...codePlan(model, plan));
      const several = batchPlan(model, plan);
      if (several !== undefined) batch.push(several);
    }
  }
  const last = (plans: readonly ActionPlan[]) => [
    ...plans.filter((plan) => plan.kind !== 'delete'),
    ...plans.filter((plan) => plan.kind === 'delete'),
  ];
  const print = standingPrint(model);
  return {
    toolbar,
    row: last(row),
    detail: last([...row, ...print, ...authorPlan(model)]),
    batch: last([...batch, ...print]),
  };
}

/** Showing the turning code of a transition, for those to whom the record gives the ability. */
function codePlan(model: EntityModel, { key, kind }: ActionPlan): ActionPlan[] {
  const transition = kind === 'transition' ? model.transitions[key] : undefined;
  if (transition?.scan?.turning !== true) return [];
  const title = say('显示{transition}码', { transition: transition.title });
  const operation = `${transition.source.operation ?? transition.key}Code`;
  return [{ ...NOTHING, key: `${key}Code`, kind: 'scanCode', title, button: undefined, operation }];
}

/**
 * Opening the author of an anonymous record, on its page, for those to whom the record gives the ability; it breaks what
 * the author was promised, and is never what a page proposes first.
 */
function authorPlan(model: EntityModel): ActionPlan[] {
  if (model.anonymous === undefined) return [];
  const title = say('查看匿名提交人');
  const plan = { ...NOTHING, danger: true, key: 'openAuthor', kind: 'openAuthor' } as const;
  return [{ ...plan, title, button: undefined, operation: 'openAuthor' }];
}

/** Printing where it needs no button: whoever sees a record may print it. */
function standingPrint(model: EntityModel): ActionPlan[] {
  const operation = operationOf(model, 'print');
  if (operation === undefined || model.print.button) return [];
  return [{ ...NOTHING, key: 'print', kind: 'print', title: TITLES.print ?? '', button: undefined, operation }];
}

/** An action as it is taken on several records: with what is asked once for all of them; undefined where it cannot be. */
function batchPlan(model: EntityModel, plan: ActionPlan): ActionPlan | undefined {
  if (isBatch(plan)) return plan;
  const together = plan.kind === 'transition' ? (model.transitions[plan.key]?.together ?? []) : [];
  return together.length === 0
    ? undefined
    : { ...plan, asks: plan.asks.filter(({ field }) => together.includes(field)) };
}

/** What several records can take at once: what asks for nothing. */
function isBatch(plan: ActionPlan): boolean {
  return (
    plan.kind === 'delete' ||
    plan.kind === 'print' ||
    ((plan.kind === 'enable' || plan.kind === 'disable' || plan.kind === 'transition') &&
      plan.asks.length === 0 &&
      plan.scans !== true &&
      plan.sited !== true &&
      plan.writes === undefined)
  );
}

/** One action of a page; undefined where it cannot have a button. */
function compileAction(model: EntityModel, page: PageModel, key: string): ActionPlan | undefined {
  const button = `${page.code}_${key}`;
  const custom = Object.hasOwn(model.actions, key) ? model.actions[key] : undefined;
  if (custom !== undefined) {
    return {
      key,
      kind: 'custom',
      title: custom.title,
      button,
      danger: custom.danger === true,
      confirm: custom.confirm,
      asks: Object.keys(custom.fields ?? {}).map((field) => ({ field, required: false })),
      message: custom.message,
      page: custom.page,
      operation: custom.operation,
    };
  }
  // A transition that shares the right of a standard action does not take its button.
  const transition =
    model.transitions[key] ??
    (TITLES[key] === undefined ? Object.values(model.transitions).find(({ button: held }) => held === key) : undefined);
  if (transition !== undefined) return compileTransition(page, transition, key);
  const title = TITLES[key];
  if (title === undefined) return undefined;
  const base = { ...NOTHING, key, title, button };
  switch (key) {
    case 'add':
    case 'edit':
    case 'copy':
      return model.readOnly ? undefined : { ...base, kind: key, operation: undefined };
    case 'view':
      return { ...base, kind: 'view', operation: undefined };
    case 'publicLink':
      return { ...base, kind: 'publicLink', operation: undefined };
    case 'print':
      return { ...base, kind: 'print', operation: operationOf(model, 'print') ?? 'print' };
    case 'import':
    case 'export': {
      const operation = operationOf(model, key);
      return operation === undefined ? undefined : { ...base, kind: key, operation };
    }
    case 'delete':
      return { ...base, kind: 'delete', danger: true, operation: operationOf(model, 'remove') ?? 'remove' };
    case 'enable':
    case 'disable':
      return { ...base, kind: key, operation: operationOf(model, key) ?? key };
    default:
      return undefined;
  }
}

/** The button of a transition. Where `who` names nobody by role, the record's abilities alone decide. */
function compileTransition(page: PageModel, transition: TransitionModel, key = transition.key): ActionPlan {
  const byRole = transition.who.some((actor) => typeof actor === 'object' && 'role' in actor);
  return {
    key: transition.key,
    kind: key === 'enable' || key === 'disable' ? key : 'transition',
    title: transition.title,
    button: byRole && onlyRoles(transition) ? `${page.code}_${transition.button}` : undefined,
    danger: transition.danger,
    confirm: transition.confirm,
    asks: transition.fields,
    ...(transition.writes === undefined ? {} : { writes: transition.writes }),
    ...(transition.scan === undefined ? {} : { scans: true as const }),
    ...(transition.place === undefined ? {} : { sited: true as const }),
    message: undefined,
    page: undefined,
    operation: transition.source.operation ?? transition.key,
  };
}

function onlyRoles(transition: TransitionModel): boolean {
  return transition.who.every((actor) => typeof actor === 'object' && 'role' in actor);
}

function operationOf(model: EntityModel, kind: string): string | undefined {
  return model.operations.find((operation) => operation.kind === kind)?.name;
}

/** Actions whose button right is held. */
export function permittedActions(
  plans: readonly ActionPlan[],
  holds: (button: string) => boolean,
): readonly ActionPlan[] {
  return plans.filter((plan) => plan.button === undefined || holds(plan.button));
}

const STANDING: ReadonlySet<ActionKind> = new Set(['view', 'copy', 'add', 'print']);

/** Of the permitted actions, those that this record can take now. */
export function recordActions(plans: readonly ActionPlan[], abilities: Abilities | undefined): readonly ActionPlan[] {
  return plans.filter((plan) => {
    // Looking at what one sees, printing it, and a new record made from it, need no ability of the record.
    if (STANDING.has(plan.kind)) return true;
    // An entity's own button stands unless the server says that this record refuses it.
    if (plan.kind === 'custom') return abilities?.[plan.key] !== false;
    return abilities?.[plan.key] === true;
  });
}

/**
 * Whether an action may stand out as what a person would do with a record: not what is done now and then beside its way,
 * nor what looks at it.
 */
function isLikely(model: EntityModel, { key, kind }: ActionPlan, state: string | null): boolean {
  if (kind === 'print' || kind === 'copy') return false;
  const transition =
    kind === 'transition' && Object.hasOwn(model.transitions, key) ? model.transitions[key] : undefined;
  if (transition === undefined || state === null || model.states[state]?.draft === true) return true;
  return transition.waits.from === undefined && isCalled(transition, state);
}

/** Kinds of actions that fire a transition. */
const FIRING: ReadonlySet<ActionKind> = new Set(['transition', 'enable', 'disable']);

/** Actions of a record as a person is likely to take them. */
interface LikelyActions {
  /** What the record waits for, what else can be done, what ends or removes something; within each as the file has them. */
  readonly ordered: readonly ActionPlan[];
  /**
   * What the person would most likely do. While a step is waited for nothing else is, though it may not be taken yet; nor
   * is ever what is done now and then.
   */
  readonly first: ActionPlan | undefined;
}

/** @param blocked whether the record has something against an action now. */
export function likelyActions(
  model: EntityModel,
  plans: readonly ActionPlan[],
  state: string | null,
  blocked: (plan: ActionPlan) => boolean,
): LikelyActions {
  // What is due again some day is no step of the way; once it is due the step bar and the tasks say so.
  const steps = calledSteps(model, state).filter(({ transition }) => transition.waits.from === undefined);
  const awaited = new Set(steps.map(({ transition }) => transition.key));
  const waits = ({ key, kind }: ActionPlan): boolean => FIRING.has(kind) && awaited.has(key);
  const rank = (plan: ActionPlan): number => (waits(plan) ? 0 : plan.kind === 'delete' ? 3 : plan.danger ? 2 : 1);
  const ordered = plans.toSorted((one, other) => rank(one) - rank(other));
  const candidates = ordered.some(waits)
    ? ordered.filter(waits)
    : ordered.filter((plan) => isLikely(model, plan, state));
  return { ordered, first: candidates.find((plan) => !blocked(plan)) };
}

/**
 * The step of a record of which a page says in words why it cannot be taken now: the first that leads on, else the first
 * that somebody is called for. What leads nowhere and is done now and then tells it at its button alone, or the page would
 * warn of a plan that was made this morning for the rest of the day.
 */
export function notedStep(model: EntityModel, plans: readonly ActionPlan[]): ActionPlan | undefined {
  const steps = plans.filter(({ kind, key }) => kind === 'transition' && Object.hasOwn(model.transitions, key));
  return (
    steps.find(({ key }) => (model.transitions[key]?.to.length ?? 0) > 0) ??
    steps.find(({ key }) => model.transitions[key]?.waits.call !== 'none')
  );
}
