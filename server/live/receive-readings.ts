import { AnlanError } from '../../src/core/errors/catalogue.ts';
import {
  type ReceivedReadings,
  type RefusedReading,
  readReading,
  type SentReading,
} from '../../src/core/live/reading.ts';
import { say } from '../../src/core/text/say.ts';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';
import type { IntakeQueue } from './intake-queue.ts';
import type { ReadingSource } from './reading-source.ts';
import { findPoints, type PointReading, pointModels } from './reading-store.ts';

/** Most values of a message. */
const MOST_READINGS = 5_000;

/** Most refusals that an answer lists. */
const MOST_REFUSED = 100;

/** A message of a source that is known. */
interface ReceivedMessage {
  readonly body: string;
  /** Milliseconds since 1970; undefined where nobody can tell. */
  readonly sentAt: number | undefined;
}

/** What taking a message needs. */
interface ReceiveParts {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly queue: IntakeQueue<PointReading>;
}

/**
 * Takes a message of a source: what is sound is stored, what is not is told, each value for itself. Resolves after the
 * commit, so that whoever acknowledges then has lost nothing. Values without a time of their own are of the moment at which
 * the message was sent, however often and however late it comes.
 * @param body `{"readings": [{"tag", "value", "quality", "time"}, …]}`
 */
export async function receiveReadings(
  parts: ReceiveParts,
  source: ReadingSource,
  { body, sentAt }: ReceivedMessage,
): Promise<ReceivedReadings> {
  const { database, metadata, clock, queue } = parts;
  const list = listOf(body);
  const now = clock.now().getTime();
  const read = list.map((one) => readReading(one, now, sentAt));
  const tags = [...new Set(read.flatMap((one) => (typeof one === 'string' ? [] : [one.tag])))];
  const models = pointModels((await metadata.snapshot(source.tenantId)).entities);
  const points = await database.withTenant(source.tenantId, (connection) => findPoints(connection, models, tags));
  const refused: RefusedReading[] = [];
  const sound: PointReading[] = [];
  for (const [index, one] of read.entries()) {
    if (typeof one === 'string') {
      refused.push({ index, tag: tagOf(list[index]), msg: one });
      continue;
    }
    const point = points.get(one.tag);
    const fault = faultOf(point, source);
    if (point === undefined || fault !== undefined) refused.push({ index, tag: one.tag, msg: fault ?? '' });
    else sound.push(ofPoint(point.id, one));
  }
  const fresh = await queue.add(source.tenantId, sound);
  const stored = fresh.filter(Boolean).length;
  return {
    stored,
    known: sound.length - stored,
    refused: refused.slice(0, MOST_REFUSED),
    refusedCount: refused.length,
  };
}

const ofPoint = (pointId: string, { value, quality, time }: SentReading): PointReading => ({
  pointId,
  value,
  quality,
  time,
});

function faultOf(
  point: { readonly source: string | null; readonly takes: boolean } | undefined,
  source: ReadingSource,
): string | undefined {
  if (point === undefined) return say('没有这个位号');
  if (!point.takes) return say('该位号已停用，不接收数据');
  return point.source === source.kind ? undefined : say('该位号的数据来源不是这一类，不接收');
}

function tagOf(sent: unknown): string {
  const tag: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'tag') : undefined;
  return typeof tag === 'string' ? tag.slice(0, 40) : '';
}

function listOf(body: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new AnlanError('malformedJson');
  }
  const list: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'readings') : undefined;
  if (!Array.isArray(list)) {
    throw new AnlanError('invalidInput', { detail: say('缺少数据列表（readings）') });
  }
  if (list.length > MOST_READINGS) throw new AnlanError('listTooLong', { limit: MOST_READINGS });
  return list;
}
