import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { groundMetres } from '../../../src/core/geo/ground-metres.ts';
import type { GeoPoint } from '../../../src/core/geo/polygon.ts';
import type { ScanModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { evaluateOver } from '../../../src/core/validation/record-environment.ts';
import type { WireScan } from '../../../src/core/wire/scan.ts';
import type { Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { codeFault } from './scan-code.ts';

/** Longest text that a code or a tag can be. */
const LONGEST = 500;

/** What a body says that was scanned; throws invalidInput where it has another form. */
export function readScan(value: unknown): WireScan | undefined {
  if (value === undefined || value === null) return undefined;
  const { code, record, place } = (typeof value === 'object' ? value : {}) as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || code.trim() === '' || code.length > LONGEST) throw refusedForm();
  if (record !== undefined && typeof record !== 'string') throw refusedForm();
  if (place === undefined || place === null) return { code, ...(record === undefined ? {} : { record }) };
  const point = place as Partial<GeoPoint>;
  if (!isDegrees(point.lng, 180) || !isDegrees(point.lat, 90)) throw refusedForm();
  return { code, place: { lng: point.lng, lat: point.lat }, ...(record === undefined ? {} : { record }) };
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;
}

function refusedForm(): AnlanError {
  return invalidInput([{ pointer: '/scan', msg: say('扫码内容不正确，请重新扫描或输入') }]);
}

/**
 * Refuses a transition where what it wants scanned was not: no code, outside its time, a code that has gone stale or is of
 * another record, too far away. Each is said so that the person knows what to do. The platform itself scans nothing.
 */
export async function checkScan(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  given: WireScan | undefined,
): Promise<void> {
  const { scan } = transition;
  if (scan === undefined || tx.call.internal) return;
  await checkWindow(tx, stored, transition, scan);
  if (given === undefined) throw refused(transition, say('请先扫描现场的码，或输入码的内容'));
  if (scan.turning) checkTurning(tx, stored, transition, given);
  else checkTag(stored, transition, scan, given);
  checkPlace(stored, transition, scan, given);
}

function refused({ title }: TransitionModel, reason: string): AnlanError {
  return new AnlanError('guardFailed', { detail: say('不能{transition}：{reason}', { transition: title, reason }) });
}

async function checkWindow(
  tx: Reading,
  { values }: StoredRecord,
  transition: TransitionModel,
  { window }: ScanModel,
): Promise<void> {
  if (window === undefined) return;
  const environment = await prepareEnvironment(tx, values, { stored: values, expressions: window, only: true });
  const [from, to] = window.map((end) => evaluateOver(end, values, environment));
  const { now } = tx.call;
  if (typeof from !== 'string' || typeof to !== 'string') {
    throw refused(transition, say('记录还没有确定时间'));
  }
  if (now < from) throw refused(transition, say('还没有到时间，{from} 开始', { from: minuteOf(from) }));
  if (now > to) throw refused(transition, say('时间已过，{to} 截止', { to: minuteOf(to) }));
}

const minuteOf = (moment: string): string => moment.slice(0, 16);

function checkTurning({ call }: Reading, { id }: StoredRecord, transition: TransitionModel, given: WireScan): void {
  if (given.record !== undefined && given.record !== id) {
    throw refused(transition, say('扫描的是另一条记录的码，请扫描本记录的码'));
  }
  const fault = codeFault(call, { recordId: id, transition: transition.key }, given.code);
  if (fault === 'stale') throw refused(transition, say('码已过期，请扫描屏幕上现在的码'));
  if (fault === 'wrong') throw refused(transition, say('码不正确，请核对后重新扫描或输入'));
}

function checkTag({ values }: StoredRecord, transition: TransitionModel, { tag }: ScanModel, { code }: WireScan): void {
  const right = values[tag ?? ''];
  if (typeof right !== 'string' || right === '') throw refused(transition, say('本记录没有设置标签，请联系管理人员'));
  if (code.trim() !== right.trim()) throw refused(transition, say('扫描的不是本记录的标签，请扫描现场的标签'));
}

function checkPlace(
  { values }: StoredRecord,
  transition: TransitionModel,
  { within, place }: ScanModel,
  given: WireScan,
): void {
  if (within === undefined || place === undefined) return;
  const there = values[place] as GeoPoint | null | undefined;
  if (there === null || there === undefined) throw refused(transition, say('本记录没有设置地点，请联系管理人员'));
  if (given.place === undefined) throw refused(transition, say('需要您的位置，请允许浏览器定位后重试'));
  const metres = Math.round(groundMetres(given.place, there));
  if (metres > within) {
    throw refused(transition, say('您离现场约{metres}米，须在{within}米以内', { metres, within }));
  }
}
