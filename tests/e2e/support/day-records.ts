import { demoClient } from '../../../server/ground/config.ts';
import { inDays, png } from './fill.ts';
import { type Person, personOf, type StoredRecord, uniqueName } from './person.ts';

const PERIL = 'safety/peril';
const PLAN = `${PERIL}/plan`;
const SHOP = '6459670100';
/** The department that the account `manager` heads. */
const MANAGED = '6459670030';
const BASIC = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;

/** A record that a day begins with, by what it is called. */
interface DayRecord {
  readonly id: string;
  readonly name: string;
}

/** A file as the browser sends it. */
interface Sent {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A page without anything on it. */
export const blankPdf: Sent = {
  name: '正文.pdf',
  type: 'application/pdf',
  bytes: new TextEncoder().encode(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};

const picture = (): Sent => ({ name: '现场.png', type: 'image/png', bytes: Uint8Array.from(png()) });

/** Stores a file, a picture by default, and gives its id. */
export async function upload(url: string, person: Person, { name, type, bytes } = picture()): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([bytes], { type }), name);
  const answer = await fetch(`${url}/api/anlan-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: { authorization: BASIC, 'anlan-auth': `bearer ${person.accessToken}`, 'tenant-id': person.tenantId },
    body,
  });
  return ((await answer.json()) as { data: { attachId: string } }).data.attachId;
}

/** A general danger that the leader of a team has registered, and that waits for its assessment. */
export async function dangerToAssess(url: string, beginning: string): Promise<DayRecord> {
  const leader = await personOf(url, 'leader');
  const areas = await leader.call<{ records: StoredRecord[] }>('GET', 'safety/risk/areas/main/page');
  const name = uniqueName(beginning);
  const { id } = await leader.call<StoredRecord>('POST', `${PERIL}/submit`, {
    json: {
      perilName: name,
      source: '1',
      type: '7',
      level: '0',
      category: '0',
      reformType: '1',
      deptId: SHOP,
      areaId: areas.records[0]?.id,
      location: '二层平台',
      perilDesc: '进料泵出口法兰渗漏',
      causeClass: '2',
      photos: [await upload(url, leader)],
      finderId: leader.userId,
      findingTime: `${inDays(-1)}:00`,
    },
  });
  return { id, name };
}

/** A danger that `manager` rectifies and `acceptor` accepts. */
export async function dangerToRectify(url: string, beginning: string, acceptor = 'officer'): Promise<DayRecord> {
  const danger = await dangerToAssess(url, beginning);
  const [safety, manager, accepts] = await Promise.all([
    personOf(url, 'safety'),
    personOf(url, 'manager'),
    personOf(url, acceptor),
  ]);
  await safety.call('POST', `${PERIL}/assess`, {
    json: {
      id: danger.id,
      row: { level: '0', reformType: '1', evaluationTime: `${inDays(0)}:00`, opinion: '属一般隐患' },
      dutyUserId: manager.userId,
      abarbeitungDeadline: `${inDays(5)}:00`,
      measures: '更换垫片',
      acceptUserId: accepts.userId,
    },
  });
  return danger;
}

/** A danger that has been rectified, so that `acceptor` is to accept it. */
export async function dangerToAccept(url: string, beginning: string, acceptor = 'officer'): Promise<DayRecord> {
  const danger = await dangerToRectify(url, beginning, acceptor);
  const manager = await personOf(url, 'manager');
  await manager.call('POST', `${PERIL}/rectify`, {
    json: {
      id: danger.id,
      row: {
        rectifyDesc: '垫片已更换，试压无渗漏。',
        photosAfter: [await upload(url, manager)],
        finishTime: `${inDays(0)}:00`,
      },
    },
  });
  return danger;
}

/** A request for more time, which `safety` is to decide. */
export async function delayToDecide(url: string, beginning: string): Promise<DayRecord> {
  const danger = await dangerToRectify(url, beginning);
  const manager = await personOf(url, 'manager');
  await manager.call('POST', `${PERIL}/delay`, {
    json: {
      id: danger.id,
      row: { newDeadline: `${inDays(9)}:00`, delayReason: '垫片订货', tempMeasures: '每班巡检' },
    },
  });
  return danger;
}

/** A request for more time that `safety` has handed on to `officer`. */
export async function delayHandedOn(url: string, beginning: string): Promise<DayRecord> {
  const danger = await delayToDecide(url, beginning);
  const [safety, officer] = await Promise.all([personOf(url, 'safety'), personOf(url, 'officer')]);
  const { records } = await safety.call<{ records: readonly { taskId: string }[] }>('GET', 'system/flow/todo', {
    query: { keyword: danger.name },
  });
  await safety.call('POST', 'system/flow/transfer-task', {
    json: { taskId: records[0]?.taskId, userId: officer.userId, reason: '请现场核实后决定' },
  });
  return danger;
}

/** A plan of checks of the department that `manager` heads, which he is to decide. */
export async function planToDecide(url: string, beginning: string): Promise<DayRecord> {
  const safety = await personOf(url, 'safety');
  const checklists = await safety.call<{ records: StoredRecord[] }>('GET', 'safety/investigation/list');
  const name = uniqueName(beginning);
  const { id } = await safety.call<StoredRecord>('POST', `${PLAN}/submit`, {
    json: {
      planName: name,
      source: '1',
      planLevel: 'workshop',
      deptId: MANAGED,
      leaderId: safety.userId,
      memberIds: [safety.userId],
      checkDeptIds: [MANAGED],
      planStart: inDays(1).slice(0, 10),
      planEnd: inDays(20).slice(0, 10),
      cycleType: '2',
      checklistId: checklists.records[0]?.id,
    },
  });
  return { id, name };
}
