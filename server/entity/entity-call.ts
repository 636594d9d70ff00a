import type { SqlWorld } from '../../src/compile/sql/record-sql.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { ExpressionUser } from '../../src/core/expression/index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { joined, say, spoken } from '../../src/core/text/say.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { CallContext } from '../context.ts';
import type { Connection, Database } from '../database/database.ts';
import type { SnowflakeIds } from '../database/snowflake.ts';
import { wallClock } from '../database/wall-clock.ts';
import type { FileLinks } from '../files/contract.ts';
import type { FlowParts } from '../flow/flow.ts';
import type { LongJobs } from '../jobs/long-jobs.ts';
import type { Dictionary, MetadataSnapshot, MetadataSource } from '../metadata/snapshot.ts';
import { type FieldRights, fieldRightsOf } from '../permission/field-access.ts';
import { type Rights, rightsOf } from '../permission/rights.ts';
import { rolesFor } from '../permission/separation.ts';
import type { Printing } from '../print/printing.ts';
import type { Row } from './record-row.ts';

/** A record that was written, told after the transaction has been committed. */
export interface WrittenRecord {
  readonly tenantId: string;
  readonly entity: EntityModel;
  readonly id: string;
  /** `insert`, `update`, `remove` or the key of the transition. */
  readonly action: string;
}

/** What the entity service works with. */
export interface EntityServices {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly files: FileLinks;
  readonly ids: SnowflakeIds;
  /** Hash under which a password field stores its value. */
  hashPassword(password: string): Promise<string>;
  /**
   * Why a text may not become the password of a record, beyond what its field says; `id` is undefined for a new one.
   * Default there is nothing against it.
   */
  passwordFault?(
    connection: Connection,
    id: string | undefined,
    password: string,
    values: Row,
  ): Promise<string | undefined>;
  /** Writes a row that holds the hash of the caller's own new password. Default it is written like any other. */
  writeOwnPassword?(
    connection: Connection,
    context: CallContext,
    hash: string,
    write: () => Promise<unknown>,
  ): Promise<unknown>;
  /**
   * What the platform has against a record of its own that no field or rule can say; `values` is undefined where it is
   * removed. Default nothing.
   */
  platformFaults?(
    connection: Connection,
    record: { readonly entityKey: string; readonly id: string; readonly values: Row | undefined },
  ): Promise<readonly WireFault[]>;
  /** Told of each written record after the commit; for what is kept in memory elsewhere. Default nothing. */
  readonly onWritten?: (written: WrittenRecord) => void | Promise<void>;
  /** Approval, timers, notices and evidence. What needs a part that is missing answers that it is not yet alive. */
  readonly flow?: Partial<FlowParts>;
  /** Prints records; without it printing answers that it is not yet alive. */
  readonly printing?: Printing;
  /** Does long exports and imports in the background; without it each is done while its caller waits. */
  readonly longJobs?: LongJobs;
}

/** One call on one entity: who calls, under which metadata, with which rights, and the clock at its start. */
export interface EntityCall {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
  readonly model: EntityModel;
  readonly rights: Rights;
  readonly fieldRights: FieldRights;
  /** Actions that count for this call: of one page where it names one, else of all pages of the entity. */
  readonly granted: ReadonlySet<string>;
  /** The platform itself acts (seeds, effects, jobs): rights and row scopes do not bind it. */
  readonly internal: boolean;
  /** How many effects and automatic transitions led here. */
  readonly depth: number;
  /** What set the call off where it was another record: shown in the log. */
  readonly cause: string | undefined;
  /** Instant of the call. */
  readonly at: Date;
  /** The same on the tenant's wall clock. */
  readonly now: string;
  readonly world: SqlWorld;
}

const settingsOf = new WeakMap<MetadataSnapshot, Readonly<Record<string, unknown>>>();
const ranksOf = new WeakMap<Dictionary, readonly { key: string; rank: number }[]>();

/** Ranks of a dictionary's keys, from 1; graver is greater. Without a said severity later choices are. */
export function dictionaryRanks(dictionary: Dictionary): readonly { readonly key: string; readonly rank: number }[] {
  let ranks = ranksOf.get(dictionary);
  if (ranks === undefined) {
    const { choices, severity } = dictionary;
    ranks = choices.map(({ key }, index) => ({
      key,
      rank: severity === 'descending' ? choices.length - index : index + 1,
    }));
    ranksOf.set(dictionary, ranks);
  }
  return ranks;
}

/** Settings of the tenant as expressions read them. */
export function settingsRecord(snapshot: MetadataSnapshot): Readonly<Record<string, unknown>> {
  let settings = settingsOf.get(snapshot);
  if (settings === undefined) {
    settings = Object.fromEntries(snapshot.settings);
    settingsOf.set(snapshot, settings);
  }
  return settings;
}

/** The person as expressions see him. */
export function expressionUser(context: CallContext): ExpressionUser {
  const { caller } = context;
  return {
    userId: caller.userId === '' ? null : caller.userId,
    account: caller.account,
    realName: caller.realName,
    deptId: caller.deptId === '' ? null : caller.deptId,
    deptIds: caller.deptTreeIds,
    roles: caller.roleCodes,
    tenantId: caller.tenantId,
  };
}

/**
 * Begins a call on an entity.
 * @param page code of the page whose rights and condition apply; an unknown one, or one of another entity, is refused.
 */
export function createEntityCall(
  services: EntityServices,
  given: CallContext,
  snapshot: MetadataSnapshot,
  model: EntityModel,
  options: { readonly page?: string; readonly internal?: boolean } = {},
): EntityCall {
  const rights = rightsOf(given.caller, snapshot);
  const roleCodes = rolesFor(given.caller.roleCodes, snapshot, model.key);
  const context = roleCodes === given.caller.roleCodes ? given : { ...given, caller: { ...given.caller, roleCodes } };
  const { page } = options;
  if (page !== undefined && !Object.hasOwn(model.pages, page))
    throw new AnlanError('notFound', { what: say('页面“{page}”', { page }) });
  const at = context.clock.now();
  const now = wallClock(at, snapshot.timeZone);
  return {
    services,
    context,
    snapshot,
    model,
    rights,
    fieldRights: fieldRightsOf(model, context.caller.roleCodes),
    granted: page === undefined ? grantedOn(rights, model, snapshot) : rights.page(page),
    internal: options.internal === true,
    depth: 0,
    cause: undefined,
    at,
    now,
    world: {
      entity: (key) => snapshot.entities.get(key),
      now,
      zone: snapshot.timeZone,
      me: expressionUser(context),
      settings: settingsRecord(snapshot),
      ranks(code) {
        const dictionary = snapshot.dictionaries.get(code);
        return dictionary === undefined ? undefined : dictionaryRanks(dictionary);
      },
    },
  };
}

/** Actions on an entity over all its pages; what belongs to records of another one may be seen by whoever sees those. */
function grantedOn(rights: Rights, model: EntityModel, snapshot: MetadataSnapshot): ReadonlySet<string> {
  const own = rights.entity(model);
  const above = model.parent === undefined ? undefined : snapshot.entities.get(model.parent.entity);
  if (above === undefined || own.has('view') || !grantedOn(rights, above, snapshot).has('view')) return own;
  return new Set([...own, 'view']);
}

/** The same call about another entity (a referring one, a child, the log). */
export function callFor(call: EntityCall, model: EntityModel): EntityCall {
  const other = createEntityCall(call.services, call.context, call.snapshot, model, { internal: call.internal });
  return { ...other, depth: call.depth, cause: call.cause };
}

/** How many effects and automatic transitions may follow from each other. */
const DEEPEST = 8;

/** What follows from a call, as the platform does it on another record or the same. Throws where it goes too deep. */
export function followingCall(
  call: EntityCall,
  model: EntityModel,
  options: { readonly cause?: string; readonly bySystem?: boolean } = {},
): EntityCall {
  if (call.depth >= DEEPEST) {
    throw new AnlanError('guardFailed', {
      detail: say('联动操作超过{most}层，可能互相触发，请联系管理员', { most: DEEPEST }),
    });
  }
  const context = options.bySystem === true ? systemContext(call.context) : call.context;
  const next = createEntityCall(call.services, context, call.snapshot, model, { internal: true });
  return { ...next, depth: call.depth + 1, cause: options.cause ?? call.cause };
}

/** The call's context with nobody in it: the platform acts by itself. */
function systemContext(context: CallContext): CallContext {
  const nobody = { deptId: '', deptIds: [], deptTreeIds: [], postIds: [], roleCodes: [], sessionId: '' };
  const caller = { ...context.caller, ...nobody, userId: '', account: 'system', realName: say('系统') };
  return { ...context, caller };
}

const ACTION_TITLES: Readonly<Record<string, string>> = spoken({
  view: '查看',
  add: '新增',
  edit: '编辑',
  delete: '删除',
});

/** Refuses the call where the person lacks an action, naming it. */
export function requireAction(call: EntityCall, action: string, title = ACTION_TITLES[action] ?? action): void {
  if (!call.internal && !call.granted.has(action))
    throw new AnlanError('forbidden', { action: joined(title, call.model.title) });
}
