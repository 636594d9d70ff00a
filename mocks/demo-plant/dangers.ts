import { hashPassword } from '../../server/access/sign-in/password.ts';
import { insertAttachments, type NewAttachment } from '../../server/files/attach-table.ts';
import { linkBase } from '../../server/files/file-links.ts';
import { createFileServices, type FileServices, type FileSettings } from '../../server/files/file-services.ts';
import { approvals, openTasks } from '../../server/flow/approval/approvals.ts';
import { completeTaskWithin } from '../../server/flow/approval/decide.ts';
import { findRequest } from '../../server/flow/approval/request.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import type { Clock } from '../../server/ground/context.ts';
import type { BulkConnection, Database } from '../../server/ground/database/database.ts';
import { wallDate } from '../../server/ground/database/wall-clock.ts';
import type { MetadataSource } from '../../server/metadata/snapshot.ts';
import type { EntityServices, TimerPart } from '../../server/records/call/ports.ts';
import type { InternalBatch } from '../../server/records/write/internal-batch.ts';
import { type InspectionPlan, inspectionPlans } from './areas.ts';
import { dangerHistories, type History, type HistoryStep, pictureCount } from './danger-histories.ts';
import { drawnSignature } from './drawn-signature.ts';
import { stableId } from './ids.ts';
import { measureTables } from './measure-tables.ts';
import { contextOf } from './person-context.ts';
import { quietSeed } from './quiet-seed.ts';
import { keeperId } from './seed-records.ts';
import { smallPicture } from './small-picture.ts';
import { noteOccurrences, troubleHistories } from './troubleshooting.ts';
import type { TenantId } from './types.ts';
import { writeTogether } from './write-together.ts';

/** What the dangers are written with. */
interface DangerOptions {
  readonly config: FileSettings;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  /** Timers of the running server: the last state of each record is armed. */
  readonly timers: TimerPart;
  /** How many for 645967; 645968 gets 6 for each 100. */
  readonly count: number;
  progress?(line: string): void;
  /** Asked between two batches; false ends the work, which the next start takes up again. */
  goesOn?(): boolean;
  /** Waited for between two batches, so that the people of the plant come first. */
  giveWay?(): Promise<void>;
  /** As of `writeTogether`: what is written so is what the batches are compared with. */
  readonly stepByStep?: boolean;
}

/** What was written. */
export interface DangerResult {
  /** Dangers and their plans; those of troubleshooting come besides. */
  readonly records: number;
  /** Saves, transitions and votes. */
  readonly steps: number;
  readonly seconds: number;
}

const day = 86_400_000;
const zone = 'Asia/Shanghai';
/** Records in one transaction. Their steps run side by side, so that what they ask goes to the database together. */
const batchSize = 24;
/** After as many batches the tables are measured: what was planned while they were empty is planned anew. */
const measuredAfter = new Set([4, 24, 120]);
/** Older acts leave no notice in anybody's inbox. */
const noticesOf = 7 * day;

/**
 * Writes the dangers of the demo plant with their histories, each as the persons concerned at the time.
 * A record and all that happened to it is one transaction, so nobody sees half a history and a broken-off run goes on.
 * Nothing is written into a tenant whose operation log has been closed for past days.
 */
export async function seedDangers(options: DangerOptions): Promise<DangerResult> {
  const bulk = options.database.openBulk();
  try {
    return await writeDangers(options, bulk);
  } finally {
    await bulk.close();
  }
}

async function writeDangers(options: DangerOptions, bulk: BulkConnection): Promise<DangerResult> {
  const started = performance.now();
  const now = options.clock.now().getTime();
  const files = createFileServices(options.config, options.database, options.clock, await options.database.ids());
  const written = { records: 0, steps: 0 };
  const isStopped = () => options.goesOn?.() === false;
  for (const tenantId of ['645967', '645968'] as const) {
    if (options.count === 0 || isStopped() || !(await isReady(options, tenantId))) continue;
    const count = tenantId === '645967' ? options.count : Math.max(12, Math.round(options.count * 0.06));
    const trouble = tenantId === '645967' ? await plannedTrouble(options, tenantId, now) : undefined;
    const histories = [
      ...planHistories(tenantId, now),
      ...dangerHistories(tenantId, count, now),
      ...(trouble?.tasks ?? []),
    ];
    const missing = await missingOf(options.database, tenantId, histories);
    const plans = await missingOf(options.database, tenantId, trouble?.plans ?? []);
    if (missing.length + plans.length === 0) continue;
    options.progress?.(`演示工厂：在后台写入隐患和排查计划 ${missing.length} 条（${tenantId}）`);
    const writer = await createWriter(options, files, bulk, tenantId, now);
    // Tasks refer to their plans, which therefore come first.
    if (plans.length > 0) {
      await noteOccurrences(options.database, tenantId, 'troublePlan', plans, now);
      written.steps += await writer(plans);
    }
    const ordered = missing.toSorted((left, right) => (left.steps[0]?.at ?? 0) - (right.steps[0]?.at ?? 0));
    for (let from = 0; from < ordered.length; from += batchSize) {
      await options.giveWay?.();
      if (isStopped()) break;
      const batch = ordered.slice(from, from + batchSize);
      const steps = await writer(batch);
      written.steps += steps;
      if (measuredAfter.has(1 + from / batchSize)) await measureTables(options.database);
      const before = Math.floor(written.records / 1_000);
      written.records += batch.filter(({ entity }) => entity !== 'troubleTask').length;
      if (Math.floor(written.records / 1_000) > before)
        options.progress?.(`演示工厂：已写入隐患 ${written.records} 条`);
    }
  }
  const seconds = (performance.now() - started) / 1_000;
  if (written.records > 0) {
    const done = isStopped() ? '已停下，下次启动接着写' : '写入完毕';
    options.progress?.(`演示工厂：隐患和排查计划${done}，${written.records} 条，用时 ${Math.round(seconds)} 秒`);
  }
  return { ...written, seconds };
}

/** Whether the areas of the demo plant are there, and the log still open for the days to be written. */
async function isReady({ database, metadata }: DangerOptions, tenantId: TenantId): Promise<boolean> {
  const { entities } = await metadata.snapshot(tenantId);
  if (!entities.has('peril') || !entities.has('perilPlan') || !entities.has('riskArea')) return false;
  const [found] = await database.withTenant(tenantId, (connection) =>
    connection.query<{ areas: boolean; sealed: boolean }>(
      `select exists (select from data."riskArea" where "tenantId" = $1 and id = $2) as areas,
         exists (select from platform."auditChain" where "tenantId" = $1) as sealed`,
      [tenantId, stableId(tenantId, 'area', 1)],
    ),
  );
  return found?.areas === true && !found.sealed;
}

/** Troubleshooting follows the risk register, where the plant has one. */
async function plannedTrouble({ database, metadata }: DangerOptions, tenantId: TenantId, now: number) {
  const { entities } = await metadata.snapshot(tenantId);
  const known = ['troublePlan', 'troubleTask', 'controlMeasure', 'riskObject'].every((key) => entities.has(key));
  return known ? troubleHistories(database, tenantId, now) : undefined;
}

async function missingOf(database: Database, tenantId: TenantId, histories: readonly History[]): Promise<History[]> {
  const known = new Set<string>();
  for (const table of new Set(histories.map(({ entity }) => entity))) {
    const rows = await database.withTenant(tenantId, (connection) =>
      connection.query<{ id: string }>(`select id from data."${table}" where "tenantId" = $1 and id = any($2)`, [
        tenantId,
        histories.map(({ id }) => id),
      ]),
    );
    for (const { id } of rows) known.add(id);
  }
  return histories.filter(({ id }) => !known.has(id));
}

/** Gives what writes some histories in one transaction and tells how many steps they had. */
async function createWriter(
  { config, database, metadata, timers, stepByStep = false }: DangerOptions,
  files: FileServices,
  bulk: BulkConnection,
  tenantId: TenantId,
  now: number,
): Promise<(histories: readonly History[]) => Promise<number>> {
  const pictures = await storePictures(files, tenantId);
  const { ids } = files;
  const notices = createNotices();
  // Timers of states that a record has long left would be armed only to be dropped again.
  const settled = new Set<string>();
  const services: EntityServices = {
    database,
    metadata,
    files: files.links,
    ids: files.ids,
    hashPassword,
    ...quietSeed(config, {
      approvals,
      evidence,
      timers: {
        // Levels are decided in the same history that opens them.
        ...timers,
        armLevel: async () => {},
        dropLevel: async () => {},
        async arm(tx, record) {
          if (settled.has(record.id)) await timers.arm(tx, record);
        },
      },
      notices: {
        ...notices,
        async send(tx, notice) {
          if (now - tx.call.at.getTime() < noticesOf) await notices.send(tx, notice);
        },
        touch: async () => {},
      },
    }),
  };

  /** Ids of the pictures of each step, which are uploaded before anything is written. */
  type Uploaded = ReadonlyMap<HistoryStep, readonly string[]>;

  /** Many records show one of few pictures: each has a file of its own, the contents are shared. */
  async function upload(batch: InternalBatch, histories: readonly History[]): Promise<Uploaded> {
    const files: NewAttachment[] = [];
    const uploaded = new Map<HistoryStep, string[]>();
    for (const step of histories.flatMap(({ steps }) => steps)) {
      if (step.pictures === undefined) continue;
      const { numbers, repaired } = step.pictures;
      const { caller, clock } = contextOfStep(step);
      const own = numbers.map((number): NewAttachment => {
        const picture = pictures[number + (repaired ? pictureCount : 0)];
        if (picture === undefined) throw new Error(`没有照片 ${number}`);
        const id = ids.next();
        return {
          ...picture,
          id,
          link: `${linkBase(config.servicePrefix)}/${id}`,
          createUser: caller.userId,
          createDept: caller.deptId === '' ? null : caller.deptId,
          createTime: clock.now(),
        };
      });
      files.push(...own);
      uploaded.set(
        step,
        own.map(({ id }) => id),
      );
    }
    if (files.length > 0) await insertAttachments(batch.db, files);
    return uploaded;
  }

  const contextOfStep = ({ by, at }: HistoryStep) => contextOf(tenantId, { createUser: by, createTime: new Date(at) });

  function bodyOf(step: HistoryStep, uploaded: Uploaded): HistoryStep['body'] {
    if (step.pictures === undefined) return step.body;
    const { field, inRow } = step.pictures;
    const own = uploaded.get(step) ?? [];
    if (!inRow) return { ...step.body, [field]: own };
    return { ...step.body, row: { ...(step.body.row as Record<string, unknown>), [field]: own } };
  }

  async function tell(batch: InternalBatch, { id, entity, steps }: History, uploaded: Uploaded): Promise<void> {
    settled.delete(id);
    for (const [place, step] of steps.entries()) {
      if (place === steps.length - 1) settled.add(id);
      const context = contextOfStep(step);
      if (step.does === 'vote') await vote(batch, services, { entity, id }, step, tenantId);
      else if (step.does === 'save') await batch.save(context, entity, bodyOf(step, uploaded), { newId: id });
      else await batch.fire(context, entity, id, step.transition ?? '', bodyOf(step, uploaded));
    }
  }

  return async (histories) => {
    await writeTogether({
      services,
      bulk,
      tenantId,
      items: histories,
      prepare: upload,
      stepByStep,
      tell,
      nameOf: ({ entity, id }) => `${entity} ${id}`,
    });
    for (const { id } of histories) settled.delete(id);
    return histories.reduce((sum, { steps }) => sum + steps.length, 0);
  };
}

/** All who are asked on the level vote alike, one after the other. */
async function vote(
  batch: InternalBatch,
  services: EntityServices,
  { entity, id: recordId }: Pick<History, 'entity' | 'id'>,
  step: HistoryStep,
  tenantId: TenantId,
): Promise<void> {
  const model = batch.snapshot.entities.get(entity);
  const awaited = () => openTasks(batch.db, { entityId: model?.id ?? entity, recordId });
  let [task] = await awaited();
  if (task === undefined) throw new Error(`${entity} ${recordId} 没有待办的审批`);
  const { level, requestId } = task;
  const request = await findRequest(batch.db, requestId);
  const signed = request?.levels.find(({ key }) => key === level)?.vote.signature === true;
  for (let turn = 0; task !== undefined && task.level === level; turn += 1) {
    const context = contextOf(tenantId, { createUser: task.userId, createTime: new Date(step.at + turn * 600_000) });
    const approving = { services, context, snapshot: batch.snapshot };
    await completeTaskWithin(approving, batch, task.taskId, {
      ...step.body,
      ...(signed ? { signature: drawnSignature(task.userId) } : {}),
    });
    [task] = await awaited();
  }
}

type Picture = Omit<NewAttachment, 'id' | 'link' | 'createUser' | 'createDept' | 'createTime'>;

async function storePictures(files: FileServices, tenantId: TenantId): Promise<Picture[]> {
  const uploader = { tenantId, userId: keeperId(tenantId, 'safety'), deptId: '' };
  return Promise.all(
    Array.from({ length: pictureCount * 2 }, async (_, index): Promise<Picture> => {
      const repaired = index >= pictureCount;
      const content = smallPicture(index % pictureCount, repaired);
      const { id: _id, ...picture } = await files.intake.store(
        uploader,
        repaired ? '整改后.png' : '现场照片.png',
        content,
      );
      return picture;
    }),
  );
}

/** The inspection plans: saved, and as far as they have come submitted, approved, begun and finished. */
export function planHistories(tenantId: TenantId, now: number): History[] {
  return inspectionPlans
    .filter((plan) => plan.tenantId === tenantId)
    .map((plan) => ({ id: plan.id, entity: 'perilPlan', steps: planSteps(plan, now) }));
}

function planSteps(
  { leaderId, reaches, starts, ends, id: _, tenantId: __, ...plan }: InspectionPlan,
  now: number,
): HistoryStep[] {
  const dateOf = (days: number) => wallDate(now + days * day, zone);
  const begun = now + Math.min(starts - 12, -6) * day;
  const step = (
    after: number,
    does: HistoryStep['does'],
    leads: string,
    more: Partial<HistoryStep> = {},
  ): HistoryStep => ({
    at: begun + after * day,
    by: leaderId,
    does,
    body: {},
    leads,
    ...more,
  });
  const steps = [
    step(0, 'save', 'draft', {
      body: { ...plan, leaderId, planStart: dateOf(starts), planEnd: dateOf(ends), basis: '年度排查治理计划' },
    }),
    step(1, 'fire', 'approving', { transition: 'submit' }),
    step(3, 'vote', 'approved', { body: { result: 'pass', opinion: '同意' } }),
    step(5, 'fire', 'running', { transition: 'start' }),
    step(10 + ends - starts, 'fire', 'finished', { transition: 'finish' }),
  ];
  return steps.slice(0, steps.findIndex(({ leads }) => leads === reaches) + 1);
}
