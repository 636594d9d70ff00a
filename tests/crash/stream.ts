import { type CrashClient, type CrashFile, crashFile } from './crash-client.ts';
import {
  type CrashEntity,
  crashEntities,
  differences,
  findByToken,
  type Ledger,
  type LedgerRecord,
  readBack,
} from './ledger.ts';

/** One write of a lane, and what holds once it is done. */
interface Step {
  readonly entity: CrashEntity;
  readonly client: CrashClient;
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** The record that it changes; undefined: it makes one. */
  readonly id: string | undefined;
  readonly token: string;
  readonly reader: CrashClient;
  /** Values and state afterwards, of the record as a whole. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly children: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  /** Undefined: nothing of the record tells whether it was done (a request that opened); it is always tried again. */
  readonly visible: boolean;
}

/** People of the demo plant who write. */
interface CrashPeople {
  readonly safety: CrashClient;
  readonly officer: CrashClient;
  readonly manager: CrashClient;
}

/** What the stream refers to, and where it notes. */
export interface StreamSetting {
  readonly people: CrashPeople;
  readonly ledger: Ledger;
  readonly areaId: string;
  readonly deptId: string;
  readonly random: () => number;
  /** Unique to the run. */
  readonly run: string;
}

/** A lane writes one record after the other and stops at the first write whose outcome it does not know. */
export interface Lane {
  /** Writes until `ended` says so or an outcome is unknown. */
  write(ended: () => boolean): Promise<void>;
  /** After a restart: finds out what became of the last write, and goes on from there. */
  settle(): Promise<void>;
}

type Stage = (record: LedgerRecord | undefined) => Promise<Step | 'next' | undefined>;

/** A lane of laws: upload, save, edits, enable and disable. */
export function lawLane(setting: StreamSetting, number: number): Lane {
  const { people, random, ledger, run } = setting;
  let count = 0;
  const plan = (): Stage[] => {
    count += 1;
    const token = `崩溃检验${run}-${number}-${count}号`;
    const step = (
      record: LedgerRecord | undefined,
      action: string,
      change: Readonly<Record<string, unknown>>,
      status: string,
    ): Step =>
      stepOf(setting, 'lawRegulation', people.safety, people.safety, token, record, {
        action,
        json: change,
        fields: change,
        status,
      });
    const stages: Stage[] = [
      async () => {
        const files = await uploads(ledger, people.safety, [crashFile('pdf', `文本${count}`, random)]);
        if (files === undefined) return undefined;
        const body = {
          name: `崩溃检验用文件${run}-${number}-${count}`,
          docNo: token,
          fileType: '1',
          issueDept: '示例机关',
          issueDate: '2026-01-01',
          effectiveDate: '2026-02-01',
          keywords: `第${Math.floor(random() * 1e9)}组`,
          attachments: files,
        };
        return step(undefined, random() < 0.5 ? 'save' : 'submit', body, '0');
      },
    ];
    for (let edit = Math.floor(random() * 3); edit > 0; edit -= 1) {
      stages.push(async (record) =>
        step(record, 'save', { summary: `摘要${Math.floor(random() * 1e12)}`.repeat(20), keywords: `改${edit}` }, '0'),
      );
    }
    if (random() < 0.7) stages.push(async (record) => step(record, 'enable', {}, '1'));
    if (random() < 0.3)
      stages.push(async (record) => (record?.status === '1' ? step(record, 'disable', {}, '0') : 'next'));
    return stages;
  };
  return createLane(setting, plan);
}

/** A lane of dangers: register with a photo, assess, ask for a delay, grant it, rectify with a photo, accept. */
export function dangerLane(setting: StreamSetting, number: number): Lane {
  const { people, random, ledger, run, areaId, deptId } = setting;
  const { safety, officer, manager } = people;
  let count = 0;
  const plan = (): Stage[] => {
    count += 1;
    const token = `崩溃检验隐患${run}-${number}-${count}`;
    const found = wall(-3 * day);
    const deadline = wall(10 * day);
    const later = wall(15 * day);
    const step = (record: LedgerRecord | undefined, client: CrashClient, write: Write) =>
      stepOf(setting, 'peril', client, officer, token, record, write);
    return [
      async () => {
        const files = await uploads(ledger, officer, [crashFile('png', `照片${count}`, random)]);
        if (files === undefined) return undefined;
        const body = {
          perilName: token,
          source: '1',
          type: '1',
          level: '0',
          category: '0',
          reformType: '1',
          deptId,
          areaId,
          location: `第${Math.floor(random() * 100)}号泵基础`,
          perilDesc: `地脚螺栓松动${Math.floor(random() * 1e12)}`.repeat(10),
          causeClass: '2',
          photos: files,
          findingTime: found,
        };
        return step(undefined, officer, { action: 'save', json: body, fields: body, status: 'draft' });
      },
      async (record) => step(record, officer, { action: 'submit', json: {}, status: 'assessing' }),
      async (record) => {
        const fields = {
          dutyUserId: manager.userId,
          acceptUserId: officer.userId,
          abarbeitungDeadline: deadline,
          measures: '紧固并划线标记',
        };
        const row = { level: '0', reformType: '1', opinion: '属实，限期整改', evaluationTime: wall(0) };
        return step(record, safety, {
          action: 'assess',
          json: { ...fields, row },
          fields,
          status: 'rectifying',
          child: 'perilAssess',
        });
      },
      async (record) =>
        step(record, manager, {
          action: 'delay',
          json: { row: { newDeadline: later, delayReason: '备件未到货', tempMeasures: '每班巡检并登记' } },
          status: 'rectifying',
          visible: false,
        }),
      async (record) =>
        step(record, safety, {
          action: 'delay-approve',
          json: { result: 'pass', opinion: '同意延期' },
          fields: { abarbeitungDeadline: later, delayCount: 1 },
          status: 'rectifying',
          child: 'perilDelay',
        }),
      async (record) => {
        const files = await uploads(ledger, manager, [crashFile('png', `整改${count}`, random)]);
        if (files === undefined) return undefined;
        const row = { rectifyDesc: '已更换并紧固', finishTime: wall(0), photosAfter: files };
        return step(record, manager, {
          action: 'rectify',
          json: { row },
          fields: { finishTime: row.finishTime },
          status: 'accepting',
          child: 'perilRectify',
          files,
        });
      },
      async (record) =>
        step(record, officer, {
          action: 'accept',
          json: { row: { acceptResult: '1', acceptOpinion: '符合要求', acceptTime: wall(0) } },
          status: 'closed',
          child: 'perilAccept',
        }),
    ];
  };
  return createLane(setting, plan);
}

const day = 86_400_000;

/** Wall clock of the plant, some milliseconds from now. */
function wall(offset: number): string {
  return new Date(Date.now() + offset + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

interface Write {
  readonly action: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** What the write changes of the record's values. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly status: string;
  /** Child entity of which it writes a row. */
  readonly child?: string;
  /** Files that the row holds. */
  readonly files?: readonly string[];
  readonly visible?: boolean;
}

let keys = 0;

function stepOf(
  { run }: StreamSetting,
  entity: CrashEntity,
  client: CrashClient,
  reader: CrashClient,
  token: string,
  record: LedgerRecord | undefined,
  write: Write,
): Step {
  keys += 1;
  const { action, child, fields = {}, files = [] } = write;
  const children = record?.children ?? {};
  // A vote names the record that it is about; its version would be the caller's own choice.
  const head =
    record === undefined ? {} : { id: record.id, ...(record.version === undefined ? {} : { version: record.version }) };
  const own = fields.attachments ?? fields.photos;
  return {
    entity,
    client,
    path: `${crashEntities[entity].base}/${action}`,
    json: { ...head, ...write.json },
    key: `crash-${run}-${keys}`,
    id: record?.id,
    token,
    reader,
    fields: { ...record?.fields, ...fields },
    status: write.status,
    children: child === undefined ? children : { ...children, [child]: (children[child] ?? 0) + 1 },
    files: [...(Array.isArray(own) ? (own as string[]) : (record?.files ?? [])), ...files],
    visible: write.visible ?? true,
  };
}

async function uploads(
  ledger: Ledger,
  client: CrashClient,
  files: readonly CrashFile[],
): Promise<readonly string[] | undefined> {
  const ids: string[] = [];
  for (const file of files) {
    const id = await client.upload(file);
    if (id === undefined) return undefined;
    ledger.files.set(id, { sha256: file.sha256, size: file.content.length, owner: client });
    ledger.acknowledged += 1;
    ids.push(id);
  }
  return ids;
}

function createLane({ ledger, random }: StreamSetting, plan: () => Stage[]): Lane {
  let stages: Stage[] = [];
  let record: LedgerRecord | undefined;
  let pending: Step | undefined;

  async function send(step: Step): Promise<'done' | 'refused' | 'unknown'> {
    const answer = await step.client.call('POST', step.path, { json: step.json, key: step.key });
    if (answer === undefined) return 'unknown';
    if (answer.status !== 200) {
      const errors = JSON.stringify(answer.body.errors ?? []);
      ledger.faults.push(`${step.path} 被拒绝：${answer.status} ${answer.body.msg} ${errors}`);
      return 'refused';
    }
    ledger.acknowledged += 1;
    ledger.keys.add(step.key);
    note(step, answer.body.data);
    return 'done';
  }

  function note(step: Step, data: Readonly<Record<string, unknown>>): void {
    const id = step.id ?? String(data.id);
    const version = typeof data.version === 'number' ? data.version : undefined;
    const { entity, token, reader, fields, status, children, files } = step;
    record = {
      entity,
      id,
      token,
      reader,
      fields,
      status,
      version,
      writes: (record?.writes ?? 0) + 1,
      children,
      files,
    };
    ledger.records.set(id, record);
    ledger.fresh.add(id);
  }

  function drop(): void {
    stages = [];
    record = undefined;
  }

  return {
    async write(ended) {
      while (!ended()) {
        if (stages.length === 0) {
          record = undefined;
          stages = plan();
        }
        const stage = stages[0];
        const step = await stage?.(record);
        if (step === undefined) {
          // An upload without an answer: the next life uploads again.
          if (ended()) return;
          continue;
        }
        if (step !== 'next') {
          pending = step;
          const outcome = await send(step);
          if (outcome === 'unknown') return;
          pending = undefined;
          if (outcome === 'refused') {
            drop();
            continue;
          }
        }
        stages.shift();
      }
    },

    async settle() {
      const step = pending;
      pending = undefined;
      if (step === undefined) return;
      ledger.unknown.total += 1;
      const found = await whatBecame(ledger, step, record);
      if (found === 'faulty') return drop();
      if (step.visible) ledger.unknown[found] += 1;
      if (!step.visible || random() < 0.6) {
        ledger.unknown.retried += 1;
        const seen = found === 'done' && step.id !== undefined ? await versionOf(step.reader, step.entity, step.id) : 0;
        const outcome = await send(step);
        if (outcome !== 'done') {
          if (outcome === 'unknown') ledger.faults.push(`${step.path} 重试时没有应答`);
          return drop();
        }
        await checkSingle(ledger, step);
        if (seen !== 0 && step.id !== undefined && (await versionOf(step.reader, step.entity, step.id)) !== seen) {
          ledger.faults.push(`${step.path} 重试后又写了一次`);
        }
        stages.shift();
        return;
      }
      // The other way: nobody tries again, and what was found is what counts.
      if (found === 'done') {
        const [row] = await findByToken(step.reader, step.entity, step.token);
        if (row !== undefined) note(step, row);
        stages.shift();
      } else if (step.id === undefined) drop();
    },
  };
}

/** Whether an unanswered write was done: wholly or not at all; anything between is noted. */
async function whatBecame(
  ledger: Ledger,
  step: Step,
  before: LedgerRecord | undefined,
): Promise<'done' | 'undone' | 'faulty'> {
  if (step.id === undefined) {
    const rows = await findByToken(step.reader, step.entity, step.token);
    if (rows.length === 0) return 'undone';
    const found = await readBack(step.reader, step.entity, String(rows[0]?.id));
    const faults = found === undefined ? ['列表中有而详情中没有'] : differences(found, step);
    if (rows.length > 1) faults.push(`有 ${rows.length} 条`);
    for (const fault of faults) ledger.faults.push(`${step.entity} ${step.token} 只写了一半：${fault}`);
    return faults.length > 0 ? 'faulty' : 'done';
  }
  const found = await readBack(step.reader, step.entity, step.id);
  if (found === undefined || before === undefined) {
    ledger.faults.push(`${step.entity} ${step.id} 丢失`);
    return 'faulty';
  }
  if (!step.visible) return 'undone';
  const asBefore = differences(found, before);
  const asAfter = differences(found, step);
  if (asAfter.length === 0 && asBefore.length > 0) return 'done';
  if (asBefore.length === 0) return 'undone';
  ledger.faults.push(`${step.entity} ${step.id} 只写了一半：${asAfter.join('，')}`);
  return 'faulty';
}

async function versionOf(reader: CrashClient, entity: CrashEntity, id: string): Promise<unknown> {
  return (await readBack(reader, entity, id))?.version;
}

/** A retried write exists once. */
async function checkSingle(ledger: Ledger, step: Step): Promise<void> {
  const rows = await findByToken(step.reader, step.entity, step.token);
  if (rows.length !== 1) ledger.faults.push(`${step.entity} ${step.token} 重试后有 ${rows.length} 条`);
  if (step.id === undefined) return;
  const found = await readBack(step.reader, step.entity, step.id);
  for (const fault of differences(found ?? {}, step)) ledger.faults.push(`${step.path} 重试后：${fault}`);
}
