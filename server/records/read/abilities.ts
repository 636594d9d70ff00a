import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import { collectReferences } from '../../../src/core/expression/index.ts';
import type {
  ChildWrite,
  EntityModel,
  GuardModel,
  ScanModel,
  TransitionModel,
} from '../../../src/core/model/entity-model.ts';
import { CREATOR, VOTES } from '../../../src/core/model/names-of-people.ts';
import { startsFrom } from '../../../src/core/model/starts-from.ts';
import { holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { Abilities } from '../../../src/core/wire/contract.ts';
import { type ActorFacts, isActor, NO_ACTOR_FACTS, needsActorFacts } from '../../access/permission/actors.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { isSuperior, organisationUnder } from '../../access/permission/superiors.ts';
import { isWritable, mayRoleWrite, writeScopeFields } from '../../access/permission/write-scope.ts';
import { isSealed, selvesOf } from '../call/author.ts';
import { callFor, withCall } from '../call/entity-call.ts';
import { recordEnvironment } from '../call/environment.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { readRowsOf } from '../call/read-rows.ts';
import { type Row, textIds } from '../call/record-row.ts';
import { seededAmong } from './seeded-rows.ts';

/** All actors an entity names for its states and transitions, and for writing below another record. */
function actorsOf(model: EntityModel): readonly Actor[] {
  const { parent } = model;
  return [
    ...(model.anonymous?.open ?? []),
    ...Object.values(model.transitions).flatMap(({ scan }) => scan?.show ?? []),
    ...(parent === undefined ? [] : [parent.create, parent.edit, parent.remove].flatMap(({ who }) => who ?? [])),
    ...Object.values(model.transitions).flatMap(({ who, approve }) => [...who, ...(approve?.revoke?.who ?? [])]),
    ...Object.values(model.states).flatMap((state) => (typeof state.edit === 'boolean' ? [] : state.edit)),
  ];
}

/** Guards of removal that the record itself decides; those that reach other records are the removal's alone. */
function decidableGuards(model: EntityModel): readonly GuardModel[] {
  return model.removeGuards.filter(
    ({ when }) => !when.serverOnly && when.references.every((name) => model.field.has(name) || name.startsWith('me.')),
  );
}

const fieldsOf = new WeakMap<EntityModel, ReadonlySet<string>>();

/** Fields that a record must carry for its abilities to be known. */
export function abilityFields(model: EntityModel): ReadonlySet<string> {
  let keys = fieldsOf.get(model);
  if (keys === undefined) {
    const found = new Set<string>(model.parent === undefined ? [] : [model.parent.field]);
    for (const key of writeScopeFields(model)) found.add(key);
    for (const actor of actorsOf(model)) {
      if (actor === 'creator') found.add('createUser');
      else if (typeof actor === 'string') continue;
      else if ('field' in actor) found.add(actor.field);
      else if ('row' in actor) found.add(actor.row);
      else if ('head' in actor) found.add(actor.head);
      else if ('superior' in actor) found.add(actor.superior);
      else if ('expression' in actor) {
        for (const name of collectReferences(expressionNode(actor.expression))) found.add(name.split('.')[0] ?? name);
      }
    }
    for (const { distinct } of Object.values(model.transitions)) {
      for (const name of distinct) if (name !== VOTES) found.add(name === CREATOR ? 'createUser' : name);
    }
    const decided = Object.values(model.transitions).flatMap(({ offered }) => offered ?? []);
    const shown = Object.values(model.actionConditions);
    for (const { references } of [...decidableGuards(model).map(({ when }) => when), ...decided, ...shown]) {
      for (const name of references) if (!name.startsWith('me.')) found.add(name.split('.')[0] ?? name);
    }
    keys = found;
    fieldsOf.set(model, keys);
  }
  return keys;
}

/** The entity and all above it, whose actors decide on its records. */
function withAbove(call: EntityCall, model: EntityModel): readonly EntityModel[] {
  const above = model.parent === undefined ? undefined : call.snapshot.entities.get(model.parent.entity);
  return above === undefined ? [model] : [model, ...withAbove(call, above)];
}

/**
 * Reads what the session does not say of the person, where some actor of the entity, of what stands above it, or of
 * `below` asks for it.
 */
export async function loadActorFacts(tx: Reading, below?: EntityModel): Promise<ActorFacts> {
  const { call, db } = tx;
  const models = [...withAbove(call, call.model), ...(below === undefined ? [] : [below])];
  const actors = models.flatMap(actorsOf);
  if (!needsActorFacts(actors)) return NO_ACTOR_FACTS;
  const { caller, tenantId } = call.context;
  const posts = await db.query<{ code: string }>(
    'select "postCode" as code from data.post where "tenantId" = $1 and id = any($2) and "isDeleted" = 0',
    [tenantId, caller.postIds],
  );
  const depts = await db.query<{ id: string }>(
    'select id from data.dept where "tenantId" = $1 and leader = $2 and "isDeleted" = 0',
    [tenantId, caller.userId],
  );
  return {
    postCodes: new Set(posts.map(({ code }) => code)),
    headedDepts: new Set(depts.map(({ id }) => id)),
    ...(actors.some(isSuperior) ? { organisation: await organisationUnder(db, [caller.userId]) } : {}),
  };
}

/** The person of a call, for what his roles may write. */
function writerOf(call: EntityCall) {
  return { caller: call.context.caller, snapshot: call.snapshot };
}

/** Whether a record that belongs to no other is one of those that the person may write; always for the platform. */
export function isInWriteScope(call: EntityCall, action: 'add' | 'edit' | 'delete', record: Row): boolean {
  return call.internal || isWritable(call.model, writerOf(call), action, record);
}

/** Whether the person may fire a transition on a record in its present state; guards decide only when it is fired. */
export function mayFire(
  call: EntityCall,
  transition: TransitionModel,
  record: Row,
  facts: ActorFacts,
  given: { readonly proposal?: Row; readonly environment?: RecordEnvironment } = {},
): boolean {
  const { proposal, environment = recordEnvironment(call) } = given;
  // Who voted is not told by the record; firing asks it.
  const selves = selvesOf(call.context.caller);
  const isApart = transition.distinct.some((name) =>
    textIds(record[name === CREATOR ? 'createUser' : name]).some((id) => selves.includes(id)),
  );
  if (isApart && !call.internal) return false;
  return isActor(transition.who, {
    caller: call.context.caller,
    record,
    proposal,
    facts,
    environment,
    hasButton: call.granted.has(transition.button),
    mayWrite: (role) => mayRoleWrite(call.model, writerOf(call), role, record),
  });
}

/** Whether the person may open the author of a record; false where it is not anonymous. */
export function mayOpenAuthor(call: EntityCall, record: Row, facts: ActorFacts): boolean {
  const { anonymous } = call.model;
  if (anonymous === undefined || !isSealed(record)) return false;
  return isActor(anonymous.open, {
    caller: call.context.caller,
    record,
    facts,
    environment: recordEnvironment(call),
    hasButton: true,
  });
}

/** Whether the person may show the turning code of a transition. */
export function mayShowCode(
  call: EntityCall,
  { show }: ScanModel,
  record: Row,
  facts: ActorFacts,
  above?: AboveRecords,
): boolean {
  if (call.internal) return true;
  if (show === undefined) return mayEdit(call, record, facts, above);
  return isActor(show, {
    caller: call.context.caller,
    record,
    facts,
    environment: recordEnvironment(call),
    hasButton: true,
  });
}

/** Records above those whose abilities are asked, by id; undefined for an entity of its own. */
interface AboveRecords {
  readonly call: EntityCall;
  readonly rows: ReadonlyMap<string, Row>;
  /** Rows that a library gave and that are locked, so that nobody removes them. */
  readonly seeded?: ReadonlySet<string>;
  /** What stands above those in turn. */
  readonly above: AboveRecords | undefined;
}

/** What is done with a row of a child entity. */
export type ChildVerb = 'create' | 'edit' | 'remove';

/** The record above a row, with the call about it. */
export interface Above {
  readonly call: EntityCall;
  readonly id: string;
  readonly values: Row;
  /** What stands above the record in turn; undefined for an entity of its own. */
  readonly records: AboveRecords | undefined;
  /** The record is being inserted with its rows: whoever may add it may add them. Default false. */
  readonly fresh?: boolean;
  /** The row below it that is written, for actors whom it names; undefined while nobody knows which. */
  readonly row?: Row;
}

const ACTIONS: Readonly<Record<ChildVerb, string>> = { create: 'add', edit: 'edit', remove: 'delete' };

function aboveOf(call: EntityCall, record: Row, records: AboveRecords | undefined) {
  const values = records?.rows.get(String(record[call.model.parent?.field ?? '']));
  return records === undefined || values === undefined
    ? undefined
    : { call: records.call, values, records: records.above };
}

/** Whether the person may save changes of a record in its present state. */
export function mayEdit(call: EntityCall, record: Row, facts: ActorFacts, records?: AboveRecords): boolean {
  const { model } = call;
  if (model.readOnly || model.appendOnly) return false;
  const state = typeof record.status === 'string' ? model.states[record.status] : undefined;
  if (model.parent !== undefined) {
    if (state?.edit === false) return false;
    const above = aboveOf(call, record, records);
    if (above === undefined || !mayWriteBelow(call, 'edit', { ...above, row: record }, facts)) return false;
    if (state === undefined || state.edit === true) return true;
  }
  if (state === undefined || state.edit === true)
    return call.granted.has('edit') && (model.parent !== undefined || isInWriteScope(call, 'edit', record));
  if (state.edit === false) return false;
  const environment = recordEnvironment(call);
  return isActor(state.edit, {
    caller: call.context.caller,
    record,
    facts,
    environment,
    hasButton: call.granted.has('edit'),
    mayWrite: (role) => mayRoleWrite(model, writerOf(call), role, record),
  });
}

/** Whether the state and the guards of a record let it be removed, and the person has the button. */
function mayRemove(call: EntityCall, record: Row, facts: ActorFacts = NO_ACTOR_FACTS, records?: AboveRecords): boolean {
  const { model } = call;
  if (model.readOnly || model.appendOnly) return false;
  if (model.parent === undefined) {
    if (!call.granted.has('delete') || !isInWriteScope(call, 'delete', record)) return false;
  } else {
    const above = aboveOf(call, record, records);
    if (above === undefined || !mayWriteBelow(call, 'remove', { ...above, row: record }, facts)) return false;
  }
  if (records?.seeded?.has(String(record.id)) === true) return false;
  if (typeof record.status === 'string' && model.states[record.status]?.remove === false) return false;
  const environment = recordEnvironment(call);
  return decidableGuards(model).every((guard) => holds(guard.when, record, environment));
}

/**
 * Whether the person may write rows below a record: whom `who` names, else whoever may edit the record; `when` decides
 * in its place where only that is given. What other records decide counts as given, unless `certain`.
 */
export function mayWriteBelow(call: EntityCall, verb: ChildVerb, above: Omit<Above, 'id'>, facts: ActorFacts): boolean {
  const write = call.model.parent?.[verb];
  if (write === undefined || call.model.readOnly || call.model.appendOnly) return false;
  const environment = recordEnvironment(above.call);
  if (write.when !== undefined && !write.when.serverOnly && !holds(write.when, above.values, environment)) return false;
  return isWriter(call, write, verb, above, facts);
}

/** The same where what `when` says is known: whom `who` names, else whoever may edit the record. */
export function isWriter(
  call: EntityCall,
  write: ChildWrite,
  verb: ChildVerb,
  above: Omit<Above, 'id'>,
  facts: ActorFacts,
): boolean {
  if (write.who !== undefined) {
    return isActor(write.who, {
      caller: call.context.caller,
      record: above.values,
      row: above.row,
      facts,
      environment: recordEnvironment(above.call),
      // A child without pages of its own has no buttons that could be granted.
      hasButton: Object.keys(call.model.pages).length === 0 || call.granted.has(ACTIONS[verb]),
      mayWrite: (role) => mayRoleWrite(above.call.model, writerOf(call), role, above.values),
    });
  }
  if (write.when !== undefined) {
    return above.call.granted.has('edit') && isInWriteScope(above.call, 'edit', above.values);
  }
  return mayEdit(above.call, above.values, facts, above.records);
}

/** Reads the records above some rows, which decide what may be done with them; undefined for an entity of its own. */
export async function loadAbove(tx: Reading, rows: readonly Row[]): Promise<AboveRecords | undefined> {
  const { call } = tx;
  const { parent, readOnly } = call.model;
  const model = parent === undefined ? undefined : call.snapshot.entities.get(parent.entity);
  if (parent === undefined || model === undefined || readOnly) return undefined;
  const ids = [...new Set(rows.map((row) => row[parent.field]))].filter((id) => typeof id === 'string');
  const above = callFor(call, model);
  const found = ids.length === 0 ? [] : await readRowsOf(withCall(tx, above), model, { ids });
  const own = rows.map((row) => String(row.id));
  return {
    call: above,
    ...(parent.lockRows ? { seeded: await seededAmong(tx.db, call.model, own) } : {}),
    rows: new Map(found.map((row) => [String(row.id), row])),
    above: await loadAbove(withCall(tx, above), found),
  };
}

/** Gives each record its abilities; records that differ in nothing that matters share theirs. */
export function createAbilities(call: EntityCall, facts: ActorFacts, above?: AboveRecords): (record: Row) => Abilities {
  const { model } = call;
  const personal = model.parent !== undefined || model.anonymous !== undefined || abilityFields(model).size > 0;
  const known = new Map<string, Abilities>();
  return (record) => {
    const foreign =
      model.scope !== 'tenant' && typeof record.tenantId === 'string' && record.tenantId !== call.context.tenantId;
    const key = `${foreign ? '1' : '0'}${String(record.status ?? '')}`;
    const shared = personal ? undefined : known.get(key);
    if (shared !== undefined) return shared;
    const abilities: Record<string, boolean> = { view: true };
    for (const [action, condition] of Object.entries(model.actionConditions)) {
      if (!holds(condition, record, recordEnvironment(call))) abilities[action] = false;
    }
    if (!foreign) {
      if (mayEdit(call, record, facts, above)) abilities.edit = true;
      if (mayRemove(call, record, facts, above)) abilities.delete = true;
      if (mayOpenAuthor(call, record, facts)) abilities.openAuthor = true;
      // Who may act on a row may depend on what stands above it.
      const parent = aboveOf(call, record, above)?.values;
      const environment = { ...recordEnvironment(call), ...(parent === undefined ? {} : { others: { parent } }) };
      for (const transition of Object.values(model.transitions)) {
        if (!startsFrom(model, transition, record.status)) continue;
        if (transition.offered !== undefined && !holds(transition.offered, record, environment)) continue;
        if (mayFire(call, transition, record, facts, { environment })) abilities[transition.key] = true;
        const { scan } = transition;
        if (scan?.turning === true && mayShowCode(call, scan, record, facts, above))
          abilities[`${transition.key}Code`] = true;
      }
    }
    if (!personal) known.set(key, abilities);
    return abilities;
  };
}
