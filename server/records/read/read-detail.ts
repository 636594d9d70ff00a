import { rowsBehind } from '../../../src/core/model/rows-behind.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import { SEED_KEY } from '../../../src/core/validation/seeded-rows.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { SiteAsk } from '../../../src/core/wire/on-site.ts';
import type { Connection } from '../../ground/database/database.ts';
import { callFor, requireAction, withCall } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import { readableFields, readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { createAbilities, loadAbove, loadActorFacts, mayWriteBelow } from './abilities.ts';
import { answeredRecord, coverFields, linkUploads } from './answer-record.ts';
import { askedSite, siteAsk } from './asked-site.ts';
import { askedKeys, guardMessage, guardPlaces } from './check-guards.ts';
import { savedChildren } from './child-call.ts';
import { apartFault } from './distinct-people.ts';
import { requireRecord, rowsSeenBelow } from './read-record.ts';
import { sourcesOf } from './seeded-rows.ts';

/** What firing a transition asks of the person, so that a page can draw its dialog. */
interface TransitionAsk {
  readonly fields: readonly { readonly field: string; readonly required: boolean }[];
  /** Child entity whose form is shown; null where no row is written. */
  readonly writes: string | null;
  /** Whether others have to grant it. */
  readonly approved: boolean;
  /** Why the record does not let it happen now; absent where nothing is known against it. */
  readonly blocked?: string;
  /** Field of the record that the reason is about, where there is one. */
  readonly blockedAt?: string;
  /** Children whose rows the reason is about; absent for none. */
  readonly blockedBelow?: readonly string[];
  /** Where whoever fires it has to be; absent for anywhere. */
  readonly place?: SiteAsk;
}

/**
 * One record with all that its page needs: labels, abilities, what each transition that may be fired asks, and, asked
 * for, the rows that belong to it with who may add more.
 */
export async function readDetail(call: EntityCall, id: string, parts: ReadonlySet<string>): Promise<WireRecord> {
  requireAction(call, 'view');
  const { database } = call.services;
  const { row, children } = await database.withTenant(call.context.tenantId, async (db) => {
    const tx = { call, db };
    let whole: Row = {};
    const found = await requireRecord(tx, id, 'whole', (row) => {
      whole = row;
    });
    found.asks = await asksOf(tx, found, whole);
    if (!parts.has('children')) return { row: found, children: [] };
    found.childAbilities = await childAbilities(tx, whole);
    return { row: found, children: await childrenOf(tx, id) };
  });
  await linkUploads(call, call.model.fields, [row]);
  if (!parts.has('children')) return answeredRecord(row);
  for (const { call: child, rows } of children) await linkUploads(child, child.model.fields, rows);
  row.children = Object.fromEntries(children.map(({ call: child, rows }) => [child.model.key, rows]));
  return answeredRecord(row);
}

/** What each transition asks that the person may fire, and what the record itself has against it. */
async function asksOf(tx: Reading, record: Row, stored: Row): Promise<Readonly<Record<string, TransitionAsk>>> {
  const { call } = tx;
  const abilities = record.abilities as Readonly<Record<string, boolean>>;
  const asks: Record<string, TransitionAsk> = {};
  const against = await call.services.parts.approvals.against(tx, stored.id as string);
  for (const transition of Object.values(call.model.transitions)) {
    if (abilities[transition.key] !== true) continue;
    const asked = new Set(transition.fields.map(({ field }) => field));
    // What depends on the form can only be told when it is sent.
    const decidable = transition.guards.filter(({ when }) =>
      when.references.every((name) => !name.startsWith('row.') && !asked.has(name.split('.')[0] ?? name)),
    );
    const expressions = decidable.map(({ when }) => when);
    const environment = await prepareEnvironment(tx, stored, { stored, expressions });
    const failed = decidable.find(({ when }) => !holds(when, stored, environment));
    const refused = failed === undefined ? undefined : await guardMessage(tx, failed, { record: stored, stored });
    const apart = await apartFault(tx, transition, stored);
    const blocked = apart ?? refused ?? against(transition);
    const places =
      failed === undefined || apart !== undefined
        ? []
        : guardPlaces(tx, failed, { record: stored, stored }, environment, askedKeys(transition));
    const below = failed === undefined || apart !== undefined ? [] : rowsBehind(call.model, failed.when.references);
    const site = await askedSite(tx, transition.place, stored);
    asks[transition.key] = {
      fields: transition.fields,
      writes: transition.writes ?? null,
      approved: transition.approve !== undefined,
      ...(blocked === undefined ? {} : { blocked }),
      ...(places[0] === undefined ? {} : { blockedAt: places[0].field.key }),
      ...(below.length === 0 ? {} : { blockedBelow: below }),
      ...(site === undefined ? {} : { place: siteAsk(site) }),
    };
  }
  return asks;
}

/** Which rows the person may add below a record, and whether they can be filled from a library. */
async function childAbilities(tx: Reading, stored: Row) {
  const { call } = tx;
  const records = await loadAbove(tx, [stored]);
  const abilities: Record<string, { readonly add: boolean; readonly seed: boolean }> = {};
  for (const model of savedChildren(call)) {
    const facts = await loadActorFacts(tx, model);
    const add = mayWriteBelow(callFor(call, model), 'create', { call, values: stored, records }, facts);
    abilities[model.key] = { add, seed: add && model.parent?.seed !== undefined };
  }
  return abilities;
}

interface ChildRows {
  readonly call: EntityCall;
  readonly rows: Row[];
}

/** Rows of all child entities, oldest first, with labels, abilities, and what was sealed when they were written. */
async function childrenOf(tx: Reading, id: string): Promise<ChildRows[]> {
  const { call } = tx;
  const found: ChildRows[] = [];
  for (const key of call.model.children) {
    const model = call.snapshot.entities.get(key);
    if (model?.parent === undefined) continue;
    const child = callFor(call, model);
    const below = { field: model.parent.field, id };
    const rows = await readRowsOf(withCall(tx, child), model, { below, labels: true, access: rowsSeenBelow(child) });
    const abilities = createAbilities(
      child,
      await loadActorFacts(withCall(tx, child)),
      await loadAbove(withCall(tx, child), rows),
    );
    for (const row of rows) row.abilities = abilities(row);
    if (model.parent.seed?.entered !== undefined) {
      const sources = await sourcesOf(
        tx.db,
        model,
        rows.map((row) => String(row.id)),
      );
      for (const row of rows) row[SEED_KEY] = sources.get(String(row.id)) ?? null;
    }
    if (model.parent.writtenOnly) await addEvidence(tx.db, rows);
    coverFields(child, readableFields(model), rows);
    found.push({ call: child, rows });
  }
  return found;
}

async function addEvidence(connection: Connection, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const sealed = await connection.query<{ id: string; hash: string; rowId: string }>(
    'select id, hash, "rowId" from platform.evidence where "tenantId" = $1 and "rowId" = any($2)',
    [connection.tenantId, rows.map((row) => row.id)],
  );
  const byRow = new Map(sealed.map(({ id, hash, rowId }) => [rowId, { id, hash }]));
  for (const row of rows) row.evidence = byRow.get(String(row.id)) ?? null;
}
