/** Values of a record by field. */
type RuleValues = Readonly<Record<string, unknown>>;

/** What rules know: never the database, the network or a file. */
export interface RuleContext {
  /** The record as it is to be stored, with what is computed. */
  readonly record: RuleValues;
  /** As it is stored; empty for a new one. */
  readonly old: RuleValues;
  /** What a transition proposes, as `row.x` in expressions: what it asks for, and the row that it writes; empty for a save. */
  readonly row: RuleValues;
  /** Key of the transition that is fired; undefined for a save. */
  readonly transition: string | undefined;
  /** The tenant's wall clock, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  /** A statutory value or one of the tenant's settings; undefined for an unknown name. */
  setting(key: string): string | number | boolean | undefined;
}

/** Why a record cannot be stored, at one of its fields. */
interface RuleFault {
  readonly field: string;
  /** In Chinese, naming the field. */
  readonly message: string;
}

/** Records that `find` takes: those whose stored fields have these values; of a list of values any. */
export type RuleCondition = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** What rules may do once a record has been written: as the platform, in the transaction of the write. */
export interface RuleActs {
  /**
   * Records of an entity, oldest first, with their ids and stored fields. Refuses the write where more than 1,000 fit.
   * Throws where a name is no stored field of the entity.
   */
  find(entity: string, where: RuleCondition): Promise<readonly RuleValues[]>;
  /** Creates a record of an entity; its id. */
  create(entity: string, values: RuleValues): Promise<string>;
  fire(entity: string, id: string, transition: string, values?: RuleValues): Promise<void>;
}

/** What JSON cannot say about an entity; each part may be missing. */
interface EntityRules {
  /** Fields that `derive` fills: exactly those that the entity's file marks `"by": "rules"`. Default none. */
  readonly fills?: readonly string[];
  /** Values of these fields, which follow from the others by an algorithm; values of any other field do not count. Pure. */
  readonly derive?: (context: RuleContext) => RuleValues;
  /** What is wrong with a record, asked with each save and transition, but not while it is a draft. Pure. */
  readonly check?: (context: RuleContext) => readonly RuleFault[];
  /** What a save or a transition does besides. Throws what it is refused, so that nothing of the write stays. */
  readonly after?: (context: RuleContext & { readonly id: string }, acts: RuleActs) => Promise<void>;
}

/** Rules with the entity that they are of. */
export interface DefinedRules extends EntityRules {
  readonly entity: string;
}

/**
 * The rules of an entity, as `server/areas/<area>/<entity>.rules.ts` exports them under the name `rules`; the entity's
 * file names them, `"rules": "<area>/<entity>"`.
 *
 * @example
 * export const rules = defineRules('examAnswer', {
 *   fills: ['score'],
 *   derive: ({ record }) => ({ score: scoreOf(record) }),
 * });
 */
export function defineRules(entity: string, rules: EntityRules): DefinedRules {
  return { ...rules, entity };
}
