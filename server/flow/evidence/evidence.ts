import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { siteMark } from '../../../src/core/site/site-mark.ts';
import { withAside } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { SealedField, SealedRecord } from '../../../src/core/wire/evidence.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import type { Connection } from '../../ground/database/database.ts';
import { insertRows } from '../../ground/database/insert-rows.ts';
import { withCall, withModel } from '../../records/call/entity-call.ts';
import type { EvidencePart, Proposal, Reading, Seal, Sealing } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { storing } from '../../records/call/stored.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { savedChildren } from '../../records/read/child-call.ts';
import { canonicalJson, sha256 } from './canonical.ts';
import { sealChildren, sealFields } from './snapshot-record.ts';

/** A stored piece of evidence. */
export interface Evidence {
  readonly id: string;
  readonly entityKey: string;
  readonly recordId: string;
  readonly metadataVersion: string;
  readonly hash: string;
  readonly userId: string | null;
  readonly userName: string;
  readonly createTime: string;
  /** Canonical JSON of a `SealedRecord`; the hash is of this text. */
  readonly snapshot: string;
  /** Entity and id of the row that was written with it; null where none was. */
  readonly rowEntity: string | null;
  readonly rowId: string | null;
}

type EvidenceRow = Evidence & {
  readonly tenantId: string;
  readonly rowId: string | null;
};

/** Seals records: stores what a person saw, canonical and hashed, for good. */
export const evidence: EvidencePart = {
  seal: (tx, subject) => storing(tx.call, (over) => seal(withCall(tx, over), subject)),
};

async function seal(tx: Reading, subject: Sealing): Promise<Seal> {
  const { call } = tx;
  const { services, context, model, snapshot, at } = call;
  const { caller } = context;
  const name = await signerName(tx, subject.inPlaceOf);
  const sealed: SealedRecord = {
    entity: { key: model.key, id: model.id, title: model.title },
    metadata: snapshot.versions?.get(model.key) ?? '0',
    record: { id: subject.recordId, title: recordTitle(call, await titledRow(tx, subject.values), subject.recordId) },
    by: { id: caller.userId === '' ? null : caller.userId, name },
    at: call.now,
    values: await sealFields(tx, { ...subject.values, id: subject.recordId }),
    children: await sealChildren(tx, subject.recordId, savedChildren(call)),
    proposal: subject.proposal === undefined ? null : await sealProposal(tx, subject.proposal, subject),
    ...sealedSite(subject.site ?? subject.proposal?.site),
  };
  const text = canonicalJson(sealed);
  const hash = sha256(text);
  const id = services.ids.next();
  const row: EvidenceRow = {
    tenantId: context.tenantId,
    id,
    entityKey: model.key,
    recordId: subject.recordId,
    rowEntity: subject.row?.entityKey ?? null,
    rowId: subject.row?.id ?? null,
    metadataVersion: sealed.metadata,
    snapshot: text,
    hash,
    userId: sealed.by.id,
    userName: name,
    createTime: at.toISOString(),
  };
  const insert = (rows: readonly EvidenceRow[]) => insertRows(tx.db, 'platform.evidence', COLUMNS, rows);
  if (tx.batch === undefined) await insert([row]);
  else tx.batch.later('evidence', row, insert);
  return { id, hash };
}

/** Columns of its table, each with its type. */
const COLUMNS: Readonly<Record<keyof EvidenceRow, string>> = {
  tenantId: 'text',
  id: 'text',
  entityKey: 'text',
  recordId: 'text',
  rowEntity: 'text',
  rowId: 'text',
  metadataVersion: 'text',
  snapshot: 'text',
  hash: 'text',
  userId: 'text',
  userName: 'text',
  createTime: 'timestamptz',
};

/** Where the person was, as it was proven; nothing where no place was asked, so that the form of older seals stays. */
function sealedSite(site: ProvenSite | undefined): Pick<SealedRecord, 'site'> {
  return site === undefined ? {} : { site: { ...site, text: siteMark(site) } };
}

/** `李四（代张三）` where the person acts in another's place, else his name. */
async function signerName(tx: Reading, inPlaceOf: string | undefined): Promise<string> {
  const { db } = tx;
  const { context } = tx.call;
  const { realName } = context.caller;
  if (inPlaceOf === undefined) return realName;
  const [other] = await db.query<{ realName: string }>(
    'select u."realName" from data."user" u where u."tenantId" = $1 and u.id = $2',
    [db.tenantId, inPlaceOf],
  );
  return withAside(realName, say('代{name}', { name: other?.realName ?? say('已离开的人员') }));
}

async function sealProposal(
  tx: Reading,
  proposal: Proposal,
  subject: { readonly transition?: string; readonly row?: { readonly entityKey: string } },
): Promise<SealedRecord['proposal']> {
  const { call } = tx;
  const written = subject.row?.entityKey ?? call.model.transitions[subject.transition ?? '']?.writes;
  const model = call.snapshot.entities.get(written ?? '');
  return {
    fields: await sealFields(tx, proposal.fields, new Set(Object.keys(proposal.fields))),
    row: model === undefined ? [] : await sealRow(tx, model, proposal.row ?? {}),
  };
}

function sealRow(tx: Reading, model: EntityModel, row: Row): Promise<SealedField[]> {
  return sealFields(withModel(tx, model), row);
}

/** A piece of evidence; undefined where there is none of that id. */
export async function findEvidence(connection: Connection, id: string): Promise<Evidence | undefined> {
  const [row] = await connection.query<Evidence>(
    `select id, "entityKey", "recordId", "metadataVersion", snapshot, "rowEntity", "rowId", hash, "userId", "userName", "createTime"
     from platform.evidence where "tenantId" = $1 and id = $2`,
    [connection.tenantId, id],
  );
  return row;
}

/** Evidence about a record, oldest first, without the snapshots. */
export function listEvidence(
  connection: Connection,
  entityKey: string,
  recordId: string,
): Promise<Omit<Evidence, 'snapshot' | 'rowEntity' | 'rowId'>[]> {
  return connection.query(
    `select id, "entityKey", "recordId", "metadataVersion", hash, "userId", "userName", "createTime"
     from platform.evidence where "tenantId" = $1 and "entityKey" = $2 and "recordId" = $3 order by "createTime", id`,
    [connection.tenantId, entityKey, recordId],
  );
}

/** Whether evidence still says what was sealed: its text gives its hash and is in canonical form. */
export function isIntact({ snapshot, hash }: Pick<Evidence, 'snapshot' | 'hash'>): boolean {
  if (sha256(snapshot) !== hash) return false;
  try {
    return canonicalJson(JSON.parse(snapshot)) === snapshot;
  } catch {
    return false;
  }
}
