import { say } from '../text/say.ts';
import { isCalendarDate } from '../validation/text-checks.ts';
import type { WireRecord } from '../wire/contract.ts';
import type { FieldModel } from './entity-model.ts';
import type { PlacedPage } from './page-kind-definition.ts';
import type { ViewAsk } from './page-query.ts';

/** Entries of a calendar or a timeline at most; a shorter time or narrower filters lead to the others. */
export const MOST_ENTRIES = 2_000;

/** Days that are asked for at once at most. */
const MOST_DAYS = 400;

const DAY = 86_400_000;

/** What a kind of page shows that lies in time. */
export interface TimedRecords {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  readonly records: readonly WireRecord[];
  /** Whether there are more than are shown. */
  readonly more: boolean;
}

/** Arguments by which kinds that show a time are asked. */
export const WINDOW_ARGUMENTS = {
  _from: '时间范围的第一天，YYYY-MM-DD；缺省为本月第一天',
  _to: '时间范围的最后一天，YYYY-MM-DD；缺省为本月最后一天，与第一天最多相隔400天',
} as const;

/** The field in which records begin; undefined where it is none that a range can be asked of, which is reported. */
export function startField(placed: PlacedPage, key: string, at: readonly (string | number)[]): FieldModel | undefined {
  const field = placed.field(key, at);
  if (field === undefined) return undefined;
  const timed = field.valueType === 'date' || field.valueType === 'dateTime';
  if (timed && field.column !== undefined && !field.live) return field;
  const what = timed ? '是每次读取时计算的，没有索引' : '不是日期或时间';
  placed.fault(at, `“${field.title}”${what}，不能按它定位`, '改为存储的日期、时间或起止字段');
  return undefined;
}

/**
 * Checks the transitions that entries are dragged by: each asks for every field that a place in time means, and for no
 * other, since a drag has no answer to it.
 */
export function checkDrags(
  placed: PlacedPage,
  moves: readonly string[],
  start: FieldModel,
  { at, besides = [] }: { readonly at: readonly (string | number)[]; readonly besides?: readonly string[] },
): void {
  const { end } = start.property;
  const needed = [start.key, ...(end === undefined ? [] : [end])];
  for (const [index, key] of moves.entries()) {
    const transition = placed.entity.transitions?.[key];
    // An unknown one is told by the check of names.
    if (transition === undefined) continue;
    const asked = Object.keys(transition.fields ?? {});
    const other = asked.find((field) => !needed.includes(field) && !besides.includes(field));
    const missing = needed.find((field) => !asked.includes(field));
    if (other !== undefined) {
      placed.fault(
        [...at, index],
        `“${transition.title}”还要填写“${other}”，拖动时没有地方填`,
        '改为只询问时间的流转，或去掉它',
      );
    } else if (missing !== undefined) {
      placed.fault(
        [...at, index],
        `“${transition.title}”没有询问“${missing}”，拖动不能改时间`,
        '在它的 fields 中写上该字段',
      );
    }
  }
}

/** The records that lie in the asked time, at most so many, in the order in which they begin. */
export async function readTimed(ask: ViewAsk, key: string, most = MOST_ENTRIES): Promise<TimedRecords> {
  const field = ask.model.field.get(key);
  const { from, to } = askedWindow(ask);
  if (field === undefined) return { from, to, records: [], more: false };
  ask.requireSeen(field);
  const whole = field.valueType === 'dateTime' ? `${from} 00:00:00,${to} 23:59:59` : `${from},${to}`;
  const { records, more } = await ask.rows({
    where: [{ field, is: whole }],
    most,
    sort: [{ field, descending: false }],
  });
  return { from, to, records, more };
}

/** The time that is asked for; the plant's month where nothing is said. */
function askedWindow(ask: ViewAsk): { readonly from: string; readonly to: string } {
  const month = ask.now.slice(0, 7);
  const from = dayOf(ask, '_from') ?? `${month}-01`;
  const to = dayOf(ask, '_to') ?? lastDay(from.slice(0, 7));
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (days < 0) throw ask.refuse('_to', say('最后一天不能早于第一天'));
  if (days > MOST_DAYS) throw ask.refuse('_to', say('一次最多看{days}天', { days: MOST_DAYS }));
  return { from, to };
}

function dayOf(ask: ViewAsk, name: string): string | undefined {
  const text = ask.argument(name);
  if (text === undefined || isCalendarDate(text)) return text;
  throw ask.refuse(name, say('“{text}”不是有效的日期', { text }));
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/**
 * Says that a field has no choices and so gives its entries no colour; the state, and no field at all, may.
 * @param at where it is named.
 * @param what what would be coloured, as the fault says it.
 */
export function checkColour(placed: PlacedPage, color: string | undefined, at: readonly string[], what: string): void {
  if (color === undefined || color === 'status') return;
  const field = placed.field(color, at);
  if (field === undefined || placed.choiceKeys(field) !== undefined) return;
  placed.fault(at, `“${field.title}”没有选项，不能给${what}上色`, '改为 status 或有选项的字段');
}
