import { demoClient } from '../../../server/ground/config.ts';
import { DRAWN_SIGNATURE } from '../../fixtures/drawn-signature.ts';
import { onSite, withPlace } from '../../fixtures/on-site.ts';
import { OUTLINE } from '../../fixtures/outline.ts';
import { patient } from '../../fixtures/patience.ts';
import { png } from './fill.ts';
import { type MovedPlant, movedPlant } from './moved-plant.ts';
import { type StoredRecord, uniqueName } from './person.ts';
import { type ProductServer, startProductServer } from './product-server.ts';

const TICKET = 'workticket/ticket';
const BASIC = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The trade of hot work, which is taken where somebody holds several. */
const WELDER = 'A2-01';
const SIGN = { image: DRAWN_SIGNATURE };

type Body = Readonly<Record<string, unknown>>;

/** Who takes which part in a work: accounts of the demo plant, and departments by id. */
export interface Cast {
  readonly applicant: string;
  readonly charger: string;
  readonly briefer: string;
  readonly guardian: string;
  readonly worker: string;
  readonly analyst: string;
  readonly shiftLeader: string;
  readonly safety: string;
  /** The unit in whose place the work is done. */
  readonly territory: string;
  /** The unit that applies for the work and does it. */
  readonly team: string;
}

const USUAL: Cast = {
  applicant: 'applicant',
  charger: 'leader',
  briefer: 'workshop',
  guardian: 'guardian',
  worker: 'worker',
  analyst: 'analyst',
  shiftLeader: 'employee',
  safety: 'safety',
  territory: '6459670100',
  team: '6459670101',
};

/** A ticket with its rows. */
type WholeTicket = StoredRecord & { readonly children: Readonly<Record<string, readonly StoredRecord[]>> };

/** The people of a special work at a plant whose clock can be moved, and what a story prepares there without telling it. */
export interface TicketPlant extends Omit<MovedPlant, 'now' | 'dataDir'> {
  /** A drawn signature as a field takes it. */
  readonly signature: { readonly image: string };
  /** Who takes which part. */
  readonly cast: Cast;
  /** An area of the works with nothing in it; gives its id and name, and what its tag says. */
  area(): Promise<{ readonly id: string; readonly areaName: string; readonly tagCode: string }>;
  /** A draft of the applicant with guardian and worker, in which one measure is to be confirmed; gives its id. */
  draft(type: string, areaId: string, change?: Body): Promise<string>;
  /** Says of all measures of a draft but the first ones that they do not apply. */
  keepMeasures(id: string, count: number): Promise<void>;
  /** Signs, as the charger, the measures that do not apply to a ticket. */
  signOthers(id: string): Promise<void>;
  /** From a draft to approved. */
  approved(id: string, voters: readonly string[], samples?: readonly Body[]): Promise<void>;
  /** A test of gas as the analyst enters it. */
  sample(id: string, gasKind: string, value: number, change?: Body): Promise<void>;
  /** Decides what waits of somebody about a ticket. */
  vote(account: string, id: string): Promise<void>;
  /** A certificate of somebody; valid unless `states` says otherwise. */
  certificate(account: string, certType: string, states?: readonly string[]): Promise<StoredRecord>;
  /** A picture that somebody has uploaded, as a field takes it. */
  photo(account: string): Promise<string>;
  whole(id: string): Promise<WholeTicket>;
  call(account: string, path: string, json: Body): Promise<StoredRecord>;
}

/**
 * A server of its own for a story of tickets, whose clock begins on the next Monday at nine of the plant, since nothing is
 * planned at night or on a rest day, and is moved on by the story.
 */
export function startTicketServer(): Promise<ProductServer> {
  const here = new Date(Date.now() + 8 * 60 * MINUTE);
  const midnight = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate());
  return startProductServer({
    from: new Date(midnight + ((8 - here.getUTCDay()) % 7 || 7) * DAY + 60 * MINUTE),
    env: { ANLAN_DEMO_DANGERS: '0', ANLAN_WATCH: '0' },
    within: patient(120_000),
  });
}

/** The plant of a server, by its clock. */
export async function ticketPlant(server: ProductServer, cast: Cast = USUAL): Promise<TicketPlant> {
  const moved = await movedPlant(server);
  const { as, now, wall } = moved;
  const wallClock = (minutes: number) =>
    new Date(now() + (480 + minutes) * MINUTE).toISOString().slice(0, 19).replace('T', ' ');

  async function call(account: string, path: string, json: Body): Promise<StoredRecord> {
    return (await as(account)).call<StoredRecord>('POST', path, { json: withPlace(path, json, new Date(now())) });
  }

  async function whole(id: string): Promise<WholeTicket> {
    return (await as(cast.applicant)).call<WholeTicket>('GET', `${TICKET}/detail`, { query: { id, with: 'children' } });
  }

  async function photo(account: string): Promise<string> {
    const person = await as(account);
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(png())], { type: 'image/png' }), '方案.png');
    const answer = await fetch(`${server.url}/api/anlan-resource/oss/endpoint/put-file`, {
      method: 'POST',
      headers: { authorization: BASIC, 'anlan-auth': `bearer ${person.accessToken}`, 'tenant-id': person.tenantId },
      body,
    });
    return ((await answer.json()) as { data: { attachId: string } }).data.attachId;
  }

  async function certificate(
    account: string,
    certType: string,
    states: readonly string[] = ['valid', 'expiring'],
  ): Promise<StoredRecord> {
    const [safety, { userId }] = [await as(cast.safety), await as(account)];
    const { records } = await safety.call<{ records: readonly StoredRecord[] }>('GET', 'edu/admin/work/cert/page', {
      query: { personId: userId, certType, size: '10' },
    });
    const fitting = records.filter(({ certState }) => states.includes(String(certState)));
    const found = fitting.find(({ workCategory }) => workCategory === WELDER) ?? fitting[0];
    if (found === undefined) throw new Error(`${account} has no certificate ${certType} that is ${states.join(', ')}`);
    return found;
  }

  const ofType: Readonly<Record<string, () => Promise<Body>>> = {
    hot: async () => ({
      hotLevel: '1',
      isOutdoor: '0',
      hotPart: '管线焊口',
      hotModes: ['arc'],
      shiftLeaderId: (await as(cast.shiftLeader)).userId,
      lelClass: 'ge4',
      oxygenRich: '0',
      planFiles: [await photo(cast.applicant)],
    }),
    confined: async () => ({
      spaceName: 'R-301聚合釜',
      originalMedium: '氮气',
      ventMode: 'forced',
      rescueGear: '空气呼吸器2套、救生绳2根',
      emergencyMeasure: '立即撤出并报告',
      lelClass: 'ge4',
    }),
    blind: async () => ({
      blindType: '1',
      equipName: uniqueName('P-301进料管'),
      medium: '氮气',
      temperature: 25,
      pressure: 0,
      plateMaterial: 'Q345R',
      plateSpec: 'DN100 PN16',
      plateNo: 'MB-01',
      drawerId: (await as(cast.briefer)).userId,
      plateDrawing: [await photo(cast.applicant)],
    }),
  };

  async function draft(type: string, areaId: string, change: Body = {}): Promise<string> {
    const [guardian, worker] = [(await as(cast.guardian)).userId, (await as(cast.worker)).userId];
    const { id } = await call(cast.applicant, `${TICKET}/save`, {
      type,
      applyDeptId: cast.team,
      territoryDeptId: cast.territory,
      workUnitType: '1',
      workDeptId: cast.team,
      areaId,
      location: '二层平台',
      workContent: '示例作业',
      planStartTime: `${wall(30)}:00`,
      planEndTime: `${wall(30 + 300)}:00`,
      chargerId: (await as(cast.charger)).userId,
      brieferId: (await as(cast.briefer)).userId,
      hasOther: '0',
      accidentTypes: ['08'],
      riskResult: '火灾',
      ...(await ofType[type]?.()),
      ...change,
      ticketPerson: [
        { personType: 'guardian', personId: guardian, certId: (await certificate(cast.guardian, 'guardian')).id },
        { personType: 'worker', personId: worker, certId: (await certificate(cast.worker, 'special_operation')).id },
      ],
    });
    await keepMeasures(id, 1);
    return id;
  }

  async function keepMeasures(id: string, count: number): Promise<void> {
    const { children } = await whole(id);
    const rows = [...(children.ticketMeasure ?? [])].sort((one, other) => Number(one.seq) - Number(other.seq));
    for (const row of rows.slice(count)) {
      await call(cast.applicant, `${TICKET}/measure/save`, { id: row.id, version: row.version, involved: '0' });
    }
  }

  async function sample(id: string, gasKind: string, value: number, change: Body = {}): Promise<void> {
    const limits = gasKind === 'toxic' ? await sulphide() : {};
    await call(cast.analyst, `${TICKET}/laboratory-analysis/save`, {
      ticketId: id,
      sampleTime: wallClock(0),
      samplePart: '作业点中部',
      gasKind,
      gasName: gasKind === 'oxygen' ? '氧气' : '可燃气体',
      value,
      unit: 'vol',
      sign: SIGN,
      kind: 'before',
      ...limits,
      ...change,
    });
  }

  /** What a test of hydrogen sulphide says of its substance. */
  async function sulphide(): Promise<Body> {
    const analyst = await as(cast.analyst);
    const [found] = await analyst.call<readonly { id: string }[]>('GET', `${TICKET}/gas-limit/select`, {
      query: { keyword: '硫化氢', for: 'ticketGas.substanceId' },
    });
    return { substanceId: found?.id, gasName: '硫化氢', unit: 'mgm3' };
  }

  async function vote(account: string, id: string): Promise<void> {
    const person = await as(account);
    const { records } = await person.call<{ records: readonly { taskId: string; recordId: string }[] }>(
      'GET',
      'system/flow/todo',
      { query: { entity: 'workTicket', size: '100' } },
    );
    const task = records.find(({ recordId }) => recordId === id);
    if (task === undefined) throw new Error(`ticket ${id} does not wait for ${account}`);
    await person.call('POST', 'system/flow/complete-task', {
      json: {
        ...{ taskId: task.taskId, result: 'pass', opinion: '同意', signature: DRAWN_SIGNATURE },
        onSite: onSite(new Date(now())),
      },
    });
  }

  return {
    url: server.url,
    signature: SIGN,
    cast,
    as,
    wall,
    pass: moved.pass,
    async area() {
      const [areaName, tagCode] = [uniqueName('试验作业区'), uniqueName('TAG')];
      const { id } = await call(cast.safety, 'safety/risk/areas/main/submit', {
        areaCode: uniqueName('QY'),
        areaName,
        areaType: 'production',
        polygon: OUTLINE,
        tagCode,
        isMajor: '0',
        deptId: cast.territory,
        dutyUserId: (await as(cast.safety)).userId,
      });
      return { id, areaName, tagCode };
    },
    draft,
    keepMeasures,
    async signOthers(id) {
      const { children } = await whole(id);
      const ids = (children.ticketMeasure ?? []).filter(({ involved }) => involved === '0').map((row) => row.id);
      await call(cast.charger, `${TICKET}/measure/sign`, { ids: ids.join(','), sign: SIGN });
    },
    async approved(id, voters, samples = []) {
      const { version } = await whole(id);
      await call(cast.applicant, `${TICKET}/submit`, { id, version });
      for (const { gasKind, value, ...change } of samples) await sample(id, String(gasKind), Number(value), change);
      if (samples.length > 0) await call(cast.analyst, `${TICKET}/submit-analysis`, { id });
      const { children } = await whole(id);
      for (const row of children.ticketMeasure ?? []) {
        await call(cast.charger, `${TICKET}/measure/sign`, { id: row.id, sign: SIGN });
      }
      await call(cast.briefer, `${TICKET}/safety-clarification`, {
        id,
        row: { content: '危害、措施和应急器材位置', briefSign: SIGN },
      });
      for (const account of [cast.guardian, cast.worker]) {
        const { userId } = await as(account);
        const row = children.ticketPerson?.find(({ personId }) => personId === userId);
        await call(account, `${TICKET}/person/sign`, { id: row?.id, sign: SIGN });
      }
      for (const voter of voters) await vote(voter, id);
    },
    sample,
    photo,
    vote,
    certificate,
    whole,
    call,
  };
}
