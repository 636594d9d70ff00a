import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EvidenceDetail, EvidenceEntry, SealedRecord } from '../../../src/core/wire/evidence.ts';
import { type Evidence, findEvidence, isIntact, listEvidence } from '../../flow/evidence/evidence.ts';
import { openSealed } from '../../flow/evidence/open-sealed.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { readRecord } from '../../records/read/read-record.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

function notFound(): AnlanError {
  return new AnlanError('notFound', { what: say('签审存证') });
}

/** The call about an entity, where the person may see the record; throws notFound where he may not. */
async function requireVisible(input: PersonInput, entityKey: string, recordId: string): Promise<EntityCall> {
  const { services, context, snapshot } = input;
  const model = snapshot.entities.get(entityKey);
  if (model === undefined) throw notFound();
  const call = createEntityCall(services.entities, context, snapshot, model);
  const record = call.granted.has('view') ? await input.read((db) => readRecord({ call, db }, recordId)) : undefined;
  if (record === undefined) throw notFound();
  return call;
}

function head(evidence: Omit<Evidence, 'snapshot' | 'rowEntity' | 'rowId'>, zone: string): EvidenceEntry {
  const { id, entityKey, recordId, metadataVersion, hash, userId, userName, createTime } = evidence;
  return {
    id,
    entityKey,
    recordId,
    metadataVersion,
    hash,
    userId: toldPerson(userId),
    userName,
    time: wallClockOfStored(createTime, zone),
  };
}

async function detail(input: PersonInput): Promise<EvidenceDetail> {
  const id = input.argument('id') ?? '';
  const found = await input.read((connection) => findEvidence(connection, id));
  if (found === undefined) throw notFound();
  const call = await requireVisible(input, found.entityKey, found.recordId);
  const sealed = JSON.parse(found.snapshot) as SealedRecord;
  const written = found.rowEntity === null ? null : { entity: found.rowEntity, id: found.rowId };
  return {
    ...head(found, input.snapshot.timeZone),
    intact: isIntact(found),
    ...(await input.read((db) => openSealed({ call, db }, sealed, written))),
  };
}

async function list(input: PersonInput): Promise<readonly EvidenceEntry[]> {
  const entityKey = input.argument('entity') ?? '';
  const recordId = input.argument('recordId') ?? '';
  await requireVisible(input, entityKey, recordId);
  const rows = await input.read((connection) => listEvidence(connection, entityKey, recordId));
  return rows.map((row) => head(row, input.snapshot.timeZone));
}

/** Evidence for whoever may see the record that it is about. */
export const evidenceCalls: readonly SystemCall[] = [
  {
    name: 'evidenceDetail',
    method: 'GET',
    path: 'evidence/detail',
    title: '签审时所见的内容',
    arguments: { id: { title: '存证编号', required: true } },
    answer: '存证，以及其内容是否完好',
    handle: detail,
  },
  {
    name: 'evidenceList',
    method: 'GET',
    path: 'evidence/list',
    title: '一条记录的签审存证',
    arguments: { entity: { title: '业务代码', required: true }, recordId: { title: '记录编号', required: true } },
    answer: '存证列表，先后有序',
    handle: list,
  },
];
