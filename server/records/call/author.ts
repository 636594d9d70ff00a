import { createHmac } from 'node:crypto';
import type { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { aliasOf, isAlias } from '../../../src/core/model/alias.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext, Caller } from '../../ground/context.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { EntityCall, Reading } from './ports.ts';
import type { Row } from './record-row.ts';

const anonymousIn = new WeakMap<MetadataSnapshot, boolean>();

/** Whether any entity of a tenant has anonymous records, so that its people have pseudonyms. */
function hasAnonymous(snapshot: MetadataSnapshot): boolean {
  let known = anonymousIn.get(snapshot);
  if (known === undefined) {
    known = [...snapshot.entities.values()].some(({ anonymous }) => anonymous !== undefined);
    anonymousIn.set(snapshot, known);
  }
  return known;
}

/** The pseudonym of a person; undefined where the tenant has no anonymous records, and for nobody. */
export function personAlias(
  { keys }: { readonly keys: TenantKeys },
  { userId, tenantId, alias }: Pick<Caller, 'userId' | 'tenantId' | 'alias'>,
  snapshot: MetadataSnapshot,
): string | undefined {
  if (alias !== undefined || userId === '' || !hasAnonymous(snapshot)) return alias;
  const known = aliases.get(keys) ?? new Map<string, string>();
  aliases.set(keys, known);
  const name = JSON.stringify([tenantId, userId]);
  const found =
    known.get(name) ??
    aliasOf(createHmac('sha256', keys.key('author', tenantId)).update(userId).digest('base64url').slice(0, 24));
  if (known.size >= MOST_ALIASES) known.clear();
  known.set(name, found);
  return found;
}

/** Pseudonyms of those who called last: a list asks for its person's with each entity that it reads. */
const aliases = new WeakMap<TenantKeys, Map<string, string>>();
const MOST_ALIASES = 1_000;

/** Ids under which a person stands in records: his own, and his pseudonym. */
export function selvesOf({ userId, alias }: Pick<Caller, 'userId' | 'alias'>): readonly string[] {
  return alias === undefined || alias === userId ? [userId] : [userId, alias];
}

/** The same of a person by his id, whoever asks. */
export function selvesOfPerson({ services, context, snapshot }: EntityCall, userId: string): readonly string[] {
  const { tenantId } = context;
  const alias = personAlias(services, { userId, tenantId, alias: undefined }, snapshot);
  return selvesOf({ userId, alias });
}

const untold = new WeakSet<AnlanError>();

/** A refusal that would tell whose pseudonym it is about: its person hears it, and no log. */
export function untoldRefusal(error: AnlanError): AnlanError {
  untold.add(error);
  return error;
}

/** Whether a refusal is its person's alone. */
export function isUntold(error: AnlanError): boolean {
  return untold.has(error);
}

/** A call as its person makes it about what he wrote anonymously: under his pseudonym, from nowhere. Rights stay. */
export function asAlias(call: EntityCall): EntityCall {
  const { caller } = call.context;
  const { alias } = caller;
  if (alias === undefined || caller.userId === alias) return call;
  const name = say('匿名');
  const masked: Caller = { ...caller, userId: alias, account: name, realName: name, deptId: '', behind: caller.userId };
  const me = { ...call.world.me, userId: alias, account: name, realName: name, deptId: null };
  // Address and request lead to the session, and that to the person.
  const context = { ...call.context, caller: masked, ip: '', requestId: '' };
  return { ...call, context, world: { ...call.world, me } };
}

/** The same work under the pseudonym where the record is the person's own anonymous one; else as it is. */
export function actingOn<On extends Reading>(tx: On, record: Row): On {
  const { alias } = tx.call.context.caller;
  return alias !== undefined && record.createUser === alias ? { ...tx, call: asAlias(tx.call) } : tx;
}

/** Whether the author of a record is sealed. */
export function isSealed(record: Row): boolean {
  return isAlias(record.createUser);
}

/**
 * Whose drafts about an entity a person's are: where it has anonymous records, his pseudonym's, since before a record is
 * read nobody knows whether it is one.
 */
export function draftsOf({ anonymous }: EntityModel, { userId, alias }: Caller): string {
  return anonymous === undefined ? userId : (alias ?? userId);
}

/** The context of a call that is about no entity, with the person's pseudonym. */
export function withAlias({
  services,
  context,
  snapshot,
}: {
  readonly services: { readonly entities: { readonly keys: TenantKeys } };
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
}): CallContext {
  const alias = personAlias(services.entities, context.caller, snapshot);
  return alias === undefined ? context : { ...context, caller: { ...context.caller, alias } };
}
