import { hashPassword } from '../../server/access/sign-in/password.ts';
import { insertAttachments, type NewAttachment } from '../../server/files/attach-table.ts';
import { linkBase } from '../../server/files/file-links.ts';
import { createFileServices, type FileServices, type FileSettings } from '../../server/files/file-services.ts';
import { approvals, openTasks } from '../../server/flow/approval/approvals.ts';
import { completeTaskWithin } from '../../server/flow/approval/decide.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import type { Clock } from '../../server/ground/context.ts';
import type { BulkConnection, Database } from '../../server/ground/database/database.ts';
import type { MetadataSource } from '../../server/metadata/snapshot.ts';
import { shippedRowId } from '../../server/metadata/tenant-rows.ts';
import type { EntityServices, TimerPart } from '../../server/records/call/ports.ts';
import type { InternalBatch } from '../../server/records/write/internal-batch.ts';
import type { WireOnSite } from '../../src/core/wire/on-site.ts';
import { type Area, areas, spotIn, tagOf } from './areas.ts';
import { drawnSignature } from './drawn-signature.ts';
import { measureTables } from './measure-tables.ts';
import { contextOf } from './person-context.ts';
import { quietSeed } from './quiet-seed.ts';
import { smallPicture } from './small-picture.ts';
import { cast, plantClockText, type TicketPlan, ticketPlans } from './ticket-plans.ts';
import { writeTogether } from './write-together.ts';

type Body = Record<string, unknown>;

/** What the tickets are written with. */
interface TicketOptions {
  readonly config: FileSettings;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly timers: TimerPart;
  /** How many for 645967. Default 60. */
  readonly count?: number;
  progress?(line: string): void;
  /** Asked between two tickets; false ends the work, which the next start takes up again. */
  goesOn?(): boolean;
  /** Waited for between two batches, so that the people of the plant come first. */
  giveWay?(): Promise<void>;
  /** As of `writeTogether`: what is written so is what the batches are compared with. */
  readonly stepByStep?: boolean;
}

const tenantId = '645967';
const minute = 60_000;
/** Tickets in one transaction. */
const batchSize = 3;
/** After as many batches the tables are measured: what was planned while they were empty is planned anew. */
const measuredAfter = new Set([1, 4]);
const signOf = (userId: string) => ({ image: drawnSignature(userId) });

/**
 * Writes the special work tickets of the last thirty days with all their steps, each as the person concerned at the
 * time. A ticket is written with all its steps or not at all. Gives how many were written.
 */
export async function seedTickets(options: TicketOptions): Promise<number> {
  const { database, metadata, clock, config } = options;
  const { entities } = await metadata.snapshot(tenantId);
  if (!entities.has('workTicket')) return 0;
  const plans = await missingOf(database, ticketPlans(options.count ?? 60, clock.now().getTime()));
  if (plans.length === 0) return 0;
  options.progress?.(`演示工厂：在后台写入作业票 ${plans.length} 张`);
  const files = createFileServices(config, database, clock, await database.ids());
  const bulk = database.openBulk();
  try {
    const writer = await createWriter(options, files, bulk);
    for (let from = 0; from < plans.length; from += batchSize) {
      await options.giveWay?.();
      if (options.goesOn?.() === false) return from;
      await writer(plans.slice(from, from + batchSize));
      if (measuredAfter.has(1 + from / batchSize)) await measureTables(database);
    }
  } finally {
    await bulk.close();
  }
  options.progress?.('演示工厂：作业票写入完毕');
  return plans.length;
}

/** Nothing is written while the areas are missing, or where the log of past days is closed. */
async function missingOf(database: Database, plans: readonly TicketPlan[]): Promise<TicketPlan[]> {
  return database.withTenant(tenantId, async (connection) => {
    const [state] = await connection.query<{ ready: boolean }>(
      `select exists (select from data."riskArea" where "tenantId" = $1)
         and exists (select from data."workCert" where "tenantId" = $1)
         and not exists (select from platform."auditChain" where "tenantId" = $1) as ready`,
      [tenantId],
    );
    if (state?.ready !== true) return [];
    const known = await connection.query<{ id: string }>(
      'select id from data."workTicket" where "tenantId" = $1 and id = any($2)',
      [tenantId, plans.map(({ id }) => id)],
    );
    const written = new Set(known.map(({ id }) => id));
    return plans.filter(({ id }) => !written.has(id));
  });
}

async function createWriter(
  { config, database, metadata, timers, clock, stepByStep = false }: TicketOptions,
  files: FileServices,
  bulk: BulkConnection,
) {
  const notices = createNotices();
  const services: EntityServices = {
    database,
    metadata,
    files: files.links,
    ids: files.ids,
    hashPassword,
    ...quietSeed(config, { approvals, evidence, timers, notices: { ...notices, send: async () => {} } }),
  };
  const { id: _, ...stored } = await files.intake.store(
    { tenantId, userId: cast.applicant, deptId: '' },
    '示意图.png',
    smallPicture(3, true),
  );
  const certificates = new Map(
    (
      await database.withTenant(tenantId, (connection) =>
        connection.query<Certificate & { personId: string; trade: string }>(
          `select id, "certNo", "personId", coalesce("workCategory", "certType") as trade from data."workCert"
           where "tenantId" = $1 and status = 'valid' and "personId" is not null and "usableTo" > $2 order by "usableTo"`,
          [tenantId, new Date(clock.now().getTime() + 30 * 86_400_000)],
        ),
      )
    ).map(({ id, certNo, personId, trade }) => [`${personId} ${trade}`, { id, certNo }]),
  );
  const means: Means = { stored, config, certificates };
  return (together: readonly TicketPlan[]): Promise<void> =>
    writeTogether({
      services,
      bulk,
      tenantId,
      items: together,
      prepare: async () => {},
      stepByStep,
      tell: (batch, plan) => new Telling(batch, services, plan, means).tell(),
      nameOf: ({ type, stand }) => `作业票 ${type} ${stand}`,
    });
}

interface Certificate {
  readonly id: string;
  readonly certNo: string;
}

interface Means {
  readonly stored: Omit<NewAttachment, 'id' | 'link' | 'createUser' | 'createDept' | 'createTime'>;
  readonly config: FileSettings;
  readonly certificates: ReadonlyMap<string, Certificate>;
  /** Measures of the library by type. */
}

/** Trade of the worker that a type of work asks for. */
const TRADES: Readonly<Record<string, string>> = { hot: 'A2-01', high: 'A3-01', electrical: 'A1-01' };

/** One ticket while it is being told. */
class Telling {
  private clock: number;
  private readonly batch: InternalBatch;
  private readonly services: EntityServices;
  private readonly plan: TicketPlan;
  private readonly means: Means;
  private readonly guardian: string;
  private readonly charger: string;

  constructor(batch: InternalBatch, services: EntityServices, plan: TicketPlan, means: Means) {
    this.batch = batch;
    this.services = services;
    this.plan = plan;
    this.means = means;
    this.clock = plan.begun;
    this.guardian = guardianOf(plan, means);
    this.charger = String(plan.body.chargerId);
  }

  /** Takes the ticket as far as its plan says. */
  async tell(): Promise<void> {
    const { id, stand } = this.plan;
    await this.draft();
    if (stand === 'draft') return;
    if (stand === 'cancelled') return this.fire(cast.applicant, 'cancel', { stepReason: '作业计划调整' });
    await this.fire(cast.applicant, 'submit');
    if (stand === 'analysing') return;
    await this.analyse();
    if (stand === 'confirming') return;
    await this.confirm();
    if (stand === 'clarifying') return;
    await this.clarify();
    if (stand === 'approving') return;
    if (stand === 'rejected') return this.vote({ result: 'reject', opinion: '作业方案不具体，请补充' }, 1);
    await this.vote({ result: 'pass', opinion: '同意' });
    const { planStartTime, planEndTime } = this.plan.body;
    const end = instant(planEndTime);
    if (stand === 'approved') return;
    if (stand === 'expired') {
      this.clock = end;
      return this.fire('', 'expire');
    }
    this.clock = Math.max(this.clock, instant(planStartTime));
    await this.sample('before');
    const { windForce = null } = this.plan.body;
    await this.fire(this.charger, 'start', { startSign: signOf(this.charger), windForce });
    await this.vote({ result: 'pass' });
    const entry = this.plan.type === 'confined' ? await this.enter() : undefined;
    this.clock += 30 * minute;
    if (stand === 'working') return;
    if (entry !== undefined) await this.leave(entry);
    if (stand === 'suspended') return this.fire(this.guardian, 'suspend', { row: { reason: '现场风力增大' } });
    if (stand === 'terminated') return this.fire(cast.safety, 'terminate', { stepReason: '作业条件发生变化' });
    this.clock = Math.max(this.clock, Math.min(end - 60 * minute, this.clock + 120 * minute));
    await this.fire(this.charger, 'finish');
    if (stand === 'accepting') return;
    const videos = await this.videos(id);
    await this.fire(this.charger, 'accept', {
      ...videos,
      row: {
        acceptOpinion: '现场清理完毕，工完料净',
        acceptSign: signOf(this.charger),
        ...(this.plan.type === 'hot' ? { noFire: '1' } : {}),
        ...(this.plan.type === 'confined' ? { allOut: '1' } : {}),
      },
    });
    await this.vote({ result: 'pass' });
  }

  private context(by: string) {
    this.clock += minute;
    return contextOf(tenantId, { createUser: by, createTime: new Date(this.clock) });
  }

  private fire(by: string, transition: string, body: Body = {}): Promise<void> {
    const context = this.context(by);
    const { place } = this.batch.snapshot.entities.get('workTicket')?.transitions[transition] ?? {};
    const proven = place === undefined ? body : { ...body, onSite: this.onSite() };
    return this.batch.fire(context, 'workTicket', this.plan.id, transition, proven);
  }

  /** How somebody proves that he is in the area: mostly by the position of his phone, in every third work by its tag. */
  private onSite(): WireOnSite {
    const { place } = this.plan;
    const area = this.area();
    if (place % 3 === 2) return { tag: tagOf(area) };
    return { ...spotIn(area, place), accuracy: 6 + (place % 5) * 3, time: new Date(this.clock).toISOString() };
  }

  private area(): Area {
    const { areaId } = this.plan.body;
    const area = areas.find(({ id }) => id === areaId);
    if (area === undefined) throw new Error(`没有区域 ${String(areaId)}`);
    return area;
  }

  private async draft(): Promise<void> {
    const { id, body, files, type } = this.plan;
    const own: Body = { ...body, geo: spotIn(this.area(), this.plan.place) };
    for (const field of files) own[field] = [await this.attach(cast.applicant)];
    const worker = type === 'electrical' ? cast.electrician : cast.worker;
    const person = (personType: string, personId: string, certType: string): Body => ({
      personType,
      personId,
      certId: this.means.certificates.get(`${personId} ${certType}`)?.id,
    });
    if (type === 'electrical') own.electricianCert = this.means.certificates.get(`${worker} A1-01`)?.certNo;
    own.ticketPerson = [person('guardian', this.guardian, 'guardian'), person('worker', worker, TRADES[type] ?? '')];
    await this.batch.save(this.context(cast.applicant), 'workTicket', own, { newId: id });
  }

  private async attach(by: string): Promise<string> {
    const id = this.services.ids.next();
    await insertAttachments(this.batch.db, [
      {
        ...this.means.stored,
        id,
        link: `${linkBase(this.means.config.servicePrefix)}/${id}`,
        createUser: by,
        createDept: null,
        createTime: new Date(this.clock),
      },
    ]);
    return id;
  }

  private async videos(id: string): Promise<Body> {
    const [row] = await this.batch.db.query<{ level: string | null }>(
      'select "managedLevel" as level from data."workTicket" where "tenantId" = $1 and id = $2',
      [tenantId, id],
    );
    return row?.level === '0' ? { videoFiles: [await this.attach(this.charger)] } : {};
  }

  private async analyse(): Promise<void> {
    if (this.plan.samples.length === 0) return;
    await this.sample('before');
    await this.fire(cast.analyst, 'analyse');
  }

  private async sample(kind: string): Promise<void> {
    for (const { gasKind } of this.plan.samples) {
      const toxic = { substanceId: shippedRowId('ticketGasLimit', 'h2s'), gasName: '硫化氢', unit: 'mgm3', value: 2.1 };
      const of =
        gasKind === 'toxic'
          ? toxic
          : gasKind === 'oxygen'
            ? { gasName: '氧气', unit: 'vol', value: 20.8 }
            : { gasName: '可燃气体', unit: 'vol', value: 0.05 };
      const context = this.context(cast.analyst);
      await this.batch.save(context, 'ticketGas', {
        ticketId: this.plan.id,
        gasKind,
        ...of,
        samplePart: '作业点中部',
        sampleTime: plantClockText(this.clock),
        sign: signOf(cast.analyst),
        kind,
      });
    }
  }

  private rows(entity: string, columns: string): Promise<Record<string, string>[]> {
    return this.batch.db.query<Record<string, string>>(
      `select id, ${columns} from data."${entity}" where "tenantId" = $1 and "ticketId" = $2 and "isDeleted" = 0 order by id`,
      [tenantId, this.plan.id],
    );
  }

  private async confirm(): Promise<void> {
    const signers = [this.charger, this.guardian, cast.briefer];
    const rows = await this.rows('ticketMeasure', 'involved, "hasFill"');
    for (const [index, { id = '', hasFill, involved }] of rows.entries()) {
      const signer = signers[index % 3] ?? this.charger;
      // The three go round together.
      if (index % 3 > 0) this.clock -= minute;
      const filled = hasFill === '1' && involved === '1' ? { fillValue: '2' } : {};
      await this.batch.fire(this.context(signer), 'ticketMeasure', id, 'sign', {
        ...{ sign: signOf(signer), onSite: this.onSite() },
        ...filled,
      });
    }
  }

  /** Somebody goes in with tools, and is logged at the entrance. */
  private async enter(): Promise<string> {
    const context = this.context(this.guardian);
    const enterTime = plantClockText(this.clock);
    return this.batch.save(context, 'ticketEntry', {
      ticketId: this.plan.id,
      personId: cast.worker,
      toolsIn: 3,
      enterTime,
    });
  }

  private async leave(id: string): Promise<void> {
    const context = this.context(this.guardian);
    await this.batch.save(context, 'ticketEntry', { id, toolsOut: 3, leaveTime: plantClockText(this.clock) });
  }

  private async clarify(): Promise<void> {
    const row = { content: '作业危害、安全措施、应急器材的位置和使用方法、撤离路线', briefSign: signOf(cast.briefer) };
    await this.fire(cast.briefer, 'clarify', { row });
    for (const { id = '', personId = '' } of await this.rows('ticketPerson', '"personId"')) {
      await this.batch.fire(this.context(personId), 'ticketPerson', id, 'sign', { sign: signOf(personId) });
    }
  }

  /** Everybody who is asked votes alike, one after the other; `most` ends it earlier. */
  private async vote(body: Body, most = 20): Promise<void> {
    const model = this.batch.snapshot.entities.get('workTicket');
    for (let turn = 0; turn < most; turn += 1) {
      const [task] = await openTasks(this.batch.db, { entityId: model?.id ?? '', recordId: this.plan.id });
      if (task === undefined) {
        if (turn === 0) throw new Error('没有待办的审批');
        return;
      }
      const context = this.context(task.userId);
      const approving = { services: this.services, context, snapshot: this.batch.snapshot };
      await completeTaskWithin(approving, this.batch, task.taskId, {
        ...body,
        signature: drawnSignature(task.userId),
        onSite: this.onSite(),
      });
    }
  }
}

/** Guardians of works that still run; the others share what remains. */
const RUNNING = 4;

/**
 * Who guards: nobody guards two works at once. Each work that still runs has somebody of its own, those that are written
 * together have different people.
 */
function guardianOf({ stand, running, place }: TicketPlan, { certificates }: Means): string {
  const busy = new Set<string>(Object.values(cast));
  const free = [...certificates.keys()].flatMap((key) => {
    const [personId = '', trade] = key.split(' ');
    return trade === 'guardian' && !busy.has(personId) ? [personId] : [];
  });
  const others = [cast.guardian, ...free.slice(RUNNING)];
  return (stand === 'working' ? free[running] : others[place % others.length]) ?? cast.guardian;
}

function instant(wall: unknown): number {
  return Date.parse(`${String(wall).replace(' ', 'T')}+08:00`);
}
