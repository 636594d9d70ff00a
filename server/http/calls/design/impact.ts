import type { EventEmitter } from 'node:events';
import { breakSql } from '../../../../src/compile/sql/break-sql.ts';
import { wallClock } from '../../../../src/core/clock/wall-clock.ts';
import type { Entity } from '../../../../src/core/dialect/entity.generated.ts';
import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../../src/core/model/entity-model.ts';
import { addressed, locate } from '../../../../src/core/overlay/address.ts';
import { type Draft, entryId } from '../../../../src/core/overlay/draft.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { choicesBefore, choicesWith, dictionaryOf } from '../../../../src/core/overlay/own-dictionary.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { WireFault } from '../../../../src/core/wire/contract.ts';
import type { ImpactChoice, ImpactItem, ImpactWay, RightsItem } from '../../../../src/core/wire/design.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { createEntityCall } from '../../../records/call/entity-call.ts';
import { recordEnvironment } from '../../../records/call/environment.ts';
import { readChoices } from '../../../records/list/list.ts';
import { carryOut, choiceFault, choicesFor, doneWords } from '../../../records/write/impact/carry-out.ts';
import { countDemand } from '../../../records/write/impact/count-demand.ts';
import {
  type Concerned,
  type Demand,
  demandsOf,
  demandWords,
  removalOf,
  sealedChoices,
  type Versions,
} from '../../../records/write/impact/demands.ts';
import { followFields } from '../../../records/write/rollup/recount.ts';
import { workWithin } from '../../../records/write/transact.ts';
import type { PersonInput } from '../../system/system-call.ts';
import { rightsImpact } from './rights-impact.ts';
import { type Designing, groundOf, type Overlaid } from './shared.ts';

/** Longest count, in ms, before it is given up. */
const PATIENCE = 30_000;
/** Records that are shown of those concerned. */
const SAMPLE = 5;

/** Something that a change asks of records, with the entity as it is and as it would be. */
interface Asked {
  readonly demand: Demand;
  readonly versions: Versions;
}

/** What a change asks, and the company's entities as it would make them. */
interface AskedAll {
  readonly all: readonly Asked[];
  readonly models: ReadonlyMap<string, EntityModel>;
}

/** Everything that a change asks of records; throws what the judge of files finds wrong with it. */
async function asked(input: Designing, overlays: readonly Overlaid[]): Promise<AskedAll> {
  const { services, context, snapshot } = input;
  const edits = new Map(overlays.map(({ base, edits: own }) => [base.entity.entity, own] as const));
  const baseEdits = new Map(overlays.map(({ base }) => [base.entity.entity, base.edits]));
  const { problems, models } = await services.metadata.judgeOverlays(context.tenantId, edits);
  if (problems.length > 0) throw invalidInput(problems.map(({ pointer, message }) => ({ pointer, msg: message })));
  const serving = (snapshot.untranslated ?? snapshot).entities;
  const all = [...edits].flatMap(([key, own]): readonly Asked[] => {
    const code = dictionaryOf(key);
    if (code !== undefined) return ofDictionary(input, code, { from: baseEdits.get(key) ?? [], to: own }, models);
    const [before, after] = [serving.get(key), models.get(key)];
    if (before === undefined) return [];
    const { world } = callOn(input, before);
    const stored = new Set(before.fields.flatMap(({ id, column }) => (column === undefined ? [] : [id])));
    const was = breakSql(before, stored, world);
    if (after === undefined) {
      return [{ demand: removalOf(before), versions: { before, after: before, is: was, was } }];
    }
    const is = breakSql(after, stored, world);
    const versions = { before, after, is, was };
    return demandsOf(versions).map((demand) => ({ demand, versions }));
  });
  return { all, models };
}

/** What choices that a dictionary puts out of use ask of the records of all entities that choose from it. */
function ofDictionary(
  input: Designing,
  code: string,
  { from, to }: { readonly from: readonly OverlayEdit[]; readonly to: readonly OverlayEdit[] },
  models: ReadonlyMap<string, EntityModel>,
): readonly Asked[] {
  const snapshot = input.snapshot.untranslated ?? input.snapshot;
  const before = (snapshot.dictionaries.get(code)?.choices ?? []).map((choice, order) => ({ ...choice, order }));
  const after = choicesWith(choicesBefore(before, from), to);
  return [...snapshot.entities.values()].flatMap((model): readonly Asked[] => {
    const demands = sealedChoices(model, code, { before, after });
    if (demands.length === 0) return [];
    const { world } = callOn(input, model);
    const stored = new Set(model.fields.flatMap(({ id, column }) => (column === undefined ? [] : [id])));
    const is = breakSql(model, stored, world);
    const versions = { before: model, after: models.get(model.key) ?? model, is, was: is };
    return demands.map((demand) => ({ demand, versions }));
  });
}

function callOn({ services, context, snapshot }: Designing, model: EntityModel) {
  return createEntityCall(services.entities, context, snapshot, model);
}

/** Whoever waits for an answer. Over HTTP/2 many calls share the socket, and a client leaves one of them. */
function peerOf(raw: PersonInput['request']['raw']): EventEmitter {
  return 'stream' in raw ? (raw.stream as EventEmitter) : raw.socket;
}

/** Counts within one transaction, which ends with the patience, or when the client leaves. */
async function counting<T>(input: Designing, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { services, context, request } = input;
  const { database } = services;
  const peer = request && peerOf(request.raw);
  let leave: (() => void) | undefined;
  try {
    return await database.transaction(context.tenantId, async (connection) => {
      const [own] = await connection.query<{ pid: number }>(
        `select pg_backend_pid() as pid from (select set_config('statement_timeout', $1, true)) s`,
        [String(PATIENCE)],
      );
      leave = () => {
        if (own === undefined) return;
        void database
          .withSpare(context.tenantId, (other) => other.query('select pg_cancel_backend($1)', [own.pid]))
          ?.catch(() => undefined);
      };
      peer?.once('close', leave);
      return work(connection);
    });
  } finally {
    if (leave !== undefined) peer?.off('close', leave);
  }
}

const judgingBy = (input: Designing, { after }: Versions) => ({
  snapshot: input.snapshot,
  environment: recordEnvironment(callOn(input, after)),
});

/** What a change does: to the records that exist, only what concerns any, and to what people may do. */
interface Impact {
  readonly items: readonly ImpactItem[];
  readonly rights: readonly RightsItem[];
}

/** What a change does. */
export async function impactOf(input: Designing, overlays: readonly Overlaid[]): Promise<Impact> {
  const { all, models } = await asked(input, overlays);
  const serving = (input.snapshot.untranslated ?? input.snapshot).entities;
  const changed = overlays.flatMap(({ base: { entity } }) => {
    const after = models.get(entity.entity);
    return after === undefined ? [] : [{ before: serving.get(after.key), after }];
  });
  let rights: readonly RightsItem[] = [];
  const found = await counting(input, async (connection) => {
    rights = await rightsImpact(connection, input.snapshot.untranslated ?? input.snapshot, changed);
    const counted: (Asked & { readonly concerned: Concerned })[] = [];
    for (const one of all) {
      const concerned = await countDemand(connection, one.demand, one.versions, judgingBy(input, one.versions));
      if (concerned.count > 0) counted.push({ ...one, concerned });
    }
    return counted;
  });
  const items: ImpactItem[] = [];
  for (const { demand, versions, concerned } of found) {
    const { id, ways, fix, confirm } = demand;
    const choices = choicesFor(demand, versions, input.snapshot);
    items.push({
      ...{ id, ways, entity: versions.after.key, entityTitle: versions.after.title },
      message: demandWords(demand, concerned.count),
      count: concerned.count,
      sample: await sampleOf(input, versions.before, concerned.ids),
      ...(choices === undefined ? {} : { choices }),
      ...(confirm === undefined ? {} : { confirm }),
      ...(ways.length > 0 || fix === undefined ? {} : { fix }),
    });
  }
  return { items, rights };
}

/** Titles of records, of those that the person may see. */
async function sampleOf(
  input: Designing,
  model: EntityModel,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const call = callOn(input, model);
  const [operation] = model.operations;
  if (!call.granted.has('view') || operation === undefined || ids.length === 0) return [];
  const select = { ...operation, kind: 'select', where: undefined, fields: undefined } as const;
  const rows = await readChoices(call, select, { ids: ids.join(','), size: SAMPLE }, { kind: 'seeing' });
  return rows.slice(0, SAMPLE).map(({ id, label }) => ({ id, title: label }));
}

const WAYS: readonly ImpactWay[] = ['fill', 'since', 'map', 'keep', 'later', 'archive'];

/** The choices that a request brings. */
export function choicesIn({ request }: PersonInput): readonly ImpactChoice[] {
  const { choices = [] } = (request.body ?? {}) as { readonly choices?: unknown };
  const fault = (pointer: string) => invalidInput([{ pointer, msg: say('对已有记录的处理写法不对') }]);
  if (!Array.isArray(choices) || choices.length > 500) throw fault('/choices');
  return choices.map((choice: unknown, index): ImpactChoice => {
    const { id, do: way, value } = (choice ?? {}) as Readonly<Record<string, unknown>>;
    const isKnown = typeof id === 'string' && WAYS.some((known) => known === way);
    if (!isKnown || (value !== undefined && (typeof value !== 'string' || value.length > 500))) {
      throw fault(`/choices/${index}`);
    }
    return { id, do: way as ImpactWay, ...(value === undefined ? {} : { value }) };
  });
}

/** A change with what was chosen about records: more edits, and what is done in the transaction that publishes it. */
interface Settled {
  readonly more: ReadonlyMap<string, readonly OverlayEdit[]>;
  /** Does it; gives it in words. */
  carry(connection: Connection): Promise<readonly string[]>;
}

/** Holds what was chosen against what the change asks; refuses it, all at once, where something is left open. */
export async function settleChoices(
  input: Designing,
  overlays: readonly Overlaid[],
  chosen: readonly ImpactChoice[],
): Promise<Settled> {
  const { context, snapshot, services } = input;
  const { all, models } = await asked(input, overlays);
  const choiceOf = new Map(chosen.map((choice) => [choice.id, choice]));
  const faults: WireFault[] = [];
  await counting(input, async (connection) => {
    for (const { demand, versions } of all) {
      const choice = choiceOf.get(demand.id);
      const judging = judgingBy(input, versions);
      const pointer = `/choices/${demand.id}`;
      const fault = choice && choiceFault(demand, versions, choice, judging);
      if (fault !== undefined) faults.push({ pointer, msg: fault });
      if (choice !== undefined) continue;
      const { count } = await countDemand(connection, demand, versions, judging);
      const what = demand.ways.length > 0 ? say('请选择怎样处理') : (demand.fix ?? '');
      if (count > 0) faults.push({ pointer, msg: `${demandWords(demand, count)}；${what}` });
    }
  });
  if (faults.length > 0) throw invalidInput(faults);
  const now = context.clock.now();
  // Times of records are whole seconds: what was made in this one was counted, and what is made from now on is asked at once.
  const since = wallClock(now.getTime() + 1_000, snapshot.timeZone);
  const taken = all.flatMap((one) => {
    const choice = choiceOf.get(one.demand.id);
    return choice === undefined ? [] : [{ ...one, choice }];
  });
  const more = new Map<string, readonly OverlayEdit[]>();
  for (const overlaid of overlays) {
    const { base, edits } = groundOf(overlaid);
    const own = taken.filter(
      ({ versions, choice }) => versions.after.key === base.entity.entity && choice.do === 'since',
    );
    if (own.length > 0) {
      const { entity } = mergeOverlay(base.entity, edits);
      more.set(
        base.entity.entity,
        own.map(({ demand }) => sinceEdit(entity, demand, since)),
      );
    }
  }
  return {
    more,
    async carry(connection) {
      const said: string[] = [];
      for (const { demand, versions, choice } of taken) {
        const { world } = callOn(input, versions.after);
        const carrying = { now, world, nextId: () => services.entities.ids.next() };
        const ids = await carryOut(connection, demand, versions, choice, carrying);
        const count = ids.length;
        const written = demand.table ?? demand.target;
        if (written !== undefined && count > 0) {
          const served = snapshot.untranslated ?? snapshot;
          const entities = new Map([...served.entities, ...models]);
          const call = createEntityCall(services.entities, context, { ...served, entities }, versions.after);
          await workWithin(connection, ({ about }) => followFields(about(call), ids, [written.key]));
        }
        const words = choice.do === 'fill' || choice.do === 'map' ? demandWords(demand, count) : demand.what;
        const named = choicesFor(demand, versions, snapshot)?.find(({ key }) => key === choice.value);
        said.push(doneWords(words, choice.do, named?.title ?? choice.value));
      }
      return said;
    },
  };
}

/** The edit that writes from when on a field or rule asks. */
function sinceEdit(entity: Entity, { place }: Demand, since: string): OverlayEdit {
  const properties = entity.record.properties as unknown as Draft;
  const names = addressed(entity);
  const field =
    place !== undefined && 'field' in place ? ['record', 'properties', entryId(properties, place.field)] : undefined;
  const list = field === undefined ? ['form', 'rules'] : [...field, 'rules'];
  const index = place === undefined ? undefined : 'field' in place ? place.rule : place.formRule;
  const rules = locate(names, list)?.value;
  const at =
    index === undefined || !Array.isArray(rules) ? (field ?? []) : [...list, names.identities.of(rules)[index] ?? ''];
  return { edit: 'set', at, property: 'since', base: null, value: since };
}
