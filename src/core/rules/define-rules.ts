/** Values of a record by field. */
type RuleValues = Readonly<Record<string, unknown>>;

/** What rules know: never the database, the network or a file. */
export interface RuleContext {
  /** The record as it is to be stored, with what is computed. */
  readonly record: RuleValues;
  /** As it is stored; empty for a new one. */
  readonly old: RuleValues;
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

/** What rules may do once a record has been saved: as the platform, in the transaction of the save. */
interface RuleActs {
  /** Creates a record of an entity; its id. */
  create(entity: string, values: RuleValues): Promise<string>;
  fire(entity: string, id: string, transition: string, values?: RuleValues): Promise<void>;
}

/** What JSON cannot say about an entity; each part may be missing. */
interface EntityRules {
  /** Values of fields that follow from the others by an algorithm; whatever was sent for them does not count. Pure. */
  readonly derive?: (context: RuleContext) => RuleValues;
  /** What is wrong with a record, asked where the rules of its fields are: not while it is a draft. Pure. */
  readonly check?: (context: RuleContext) => readonly RuleFault[];
  /** What a save does besides. Throws what it is refused, so that nothing of the save stays. */
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
 * export const rules = defineRules('examRecord', { derive: ({ record }) => ({ score: scoreOf(record.answers) }) });
 */
export function defineRules(entity: string, rules: EntityRules): DefinedRules {
  return { ...rules, entity };
}
