import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { joined, say, spoken } from '../../../src/core/text/say.ts';
import { expressionUser } from '../../access/permission/expression-user.ts';
import { fieldRightsOf } from '../../access/permission/field-access.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { rolesFor } from '../../access/permission/separation.ts';
import type { CallContext } from '../../ground/context.ts';
import { dictionaryRanks, titledChoices } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { personAlias } from './author.ts';
import type { EntityCall, EntityServices, Reading } from './ports.ts';

const settingsOf = new WeakMap<MetadataSnapshot, Readonly<Record<string, unknown>>>();
/** Settings of the tenant as expressions read them. */
function settingsRecord(snapshot: MetadataSnapshot): Readonly<Record<string, unknown>> {
  let settings = settingsOf.get(snapshot);
  if (settings === undefined) {
    settings = Object.fromEntries(snapshot.settings);
    settingsOf.set(snapshot, settings);
  }
  return settings;
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
  const alias = personAlias(services, given.caller, snapshot);
  const isSame = roleCodes === given.caller.roleCodes && alias === given.caller.alias;
  const named = alias === undefined ? {} : { alias };
  const context = isSame ? given : { ...given, caller: { ...given.caller, roleCodes, ...named } };
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
      me: expressionUser(context.caller),
      settings: settingsRecord(snapshot),
      ranks(code) {
        const dictionary = snapshot.dictionaries.get(code);
        return dictionary === undefined ? undefined : dictionaryRanks(dictionary);
      },
      titles: (named) => titledChoices(snapshot, named),
    },
  };
}

/** Actions on an entity over all its pages; what belongs to records of another one may be seen by whoever sees those. */
function grantedOn(rights: EntityCall['rights'], model: EntityModel, snapshot: MetadataSnapshot): ReadonlySet<string> {
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

/** The same connection, or transaction, about another call. */
export function withCall<On extends Reading>(tx: On, call: EntityCall): On {
  return { ...tx, call };
}

/** The same as the platform itself: rights and row scopes do not bind it. */
export function asPlatform<On extends Reading>(tx: On): On {
  return withCall(tx, { ...tx.call, internal: true });
}

/** The same about another entity. */
export function withModel<On extends Reading>(tx: On, model: EntityModel): On {
  return withCall(tx, callFor(tx.call, model));
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
