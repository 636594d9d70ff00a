import { say } from '../../core/text/say.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import { KEPT_KEY } from '../../core/wire/kept-answer.ts';
import { ApiError } from '../faults.ts';
import { answersOf, localIds, notePhoto, noteRefusal, photoOf, settleAnswer } from './kept-store.ts';
import { isLocalId, type KeptAnswer, type KeptPhoto } from './kept-types.ts';

/** Milliseconds after which the server may have swept a photo that no record holds, so that it is sent once more. */
const HELD_FOR = 12 * 3_600_000;

/** The server, as sending knows it. Both reject with ApiError. */
export interface KeptCalls {
  /** Sends a photo under a key and gives its id; the same photo under the same key is one file. */
  upload(photo: KeptPhoto, key: string): Promise<string>;
  /** Sends an answer with the ids of the server in its body; gives what it answered. */
  send(answer: KeptAnswer, body: KeptAnswer['body']): Promise<unknown>;
}

interface Sending {
  readonly owner: string;
  readonly calls: KeptCalls;
  /** Whether the person whose answers these are is the one who is signed in. Asked before each call. */
  readonly isHis: () => boolean;
  readonly now: () => number;
  /** Told after each answer that was taken or refused. */
  readonly onChange: () => void;
}

/** How sending ended: nothing waits any more, or there was no way to the server. */
type Sent = 'done' | 'away';

/**
 * Sends what waits, one after the other in order. Whatever breaks it off, it is begun anew from what is kept: keys make
 * what had arrived already count once. What the server refuses stays, with the reason, and holds up only later answers to
 * the same record and what is last in its place.
 */
export async function sendAnswers(sending: Sending): Promise<Sent> {
  const { owner, isHis, onChange } = sending;
  for (;;) {
    const next = nextOf(await answersOf(owner));
    if (next === undefined) return 'done';
    if (!isHis()) return 'away';
    try {
      const body = await withServerIds(sending, next);
      if (!isHis()) return 'away';
      await settleAnswer(next, recordIn(await sending.calls.send(next, body)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isAway(error)) return 'away';
      await refuse(next, error);
    }
    onChange();
  }
}

/** The first answer that nothing earlier stands in the way of. */
function nextOf(answers: readonly KeptAnswer[]): KeptAnswer | undefined {
  return answers.find(
    (answer, index) =>
      answer.refused === undefined &&
      answer.draft !== true &&
      answers
        .slice(0, index)
        .every(({ subject, place }) => subject !== answer.subject && !(answer.last && place === answer.place)),
  );
}

/** Whether another attempt may be answered otherwise: no network, a server that is away or busy, a session that ended. */
const isAway = ({ status }: ApiError): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

/** Sends the photos of an answer that the server does not have, and puts its ids in their place. */
async function withServerIds({ owner, calls, now, isHis }: Sending, { body }: KeptAnswer): Promise<KeptAnswer['body']> {
  const ids = new Map<string, string>();
  for (const id of new Set(localIds(body))) {
    const photo = await photoOf(owner, id);
    // An answer never goes up without a photo that the person took for it.
    if (photo === undefined) throw new ApiError({ status: 400, msg: say('照片已不在此设备上，请重新拍摄') });
    if (photo.sent !== undefined && now() - photo.sent.time < HELD_FOR) {
      ids.set(id, photo.sent.attachId);
      continue;
    }
    if (!isHis()) throw new ApiError({ status: 0, msg: '' });
    const attachId = await calls.upload(photo, uploadKey(photo));
    await notePhoto(owner, id, { attachId, time: now() });
    ids.set(id, attachId);
  }
  return exchanged(body, ids) as KeptAnswer['body'];
}

/** The local id names record and content, so that one photo of a record is one file however often it is sent. */
const uploadKey = ({ id }: KeptPhoto): string => `${KEPT_KEY}${id}`;

function exchanged(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => {
      if (!isLocalId(one)) return [exchanged(one, ids)];
      const id = ids.get(one);
      return id === undefined ? [] : [id];
    });
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exchanged(one, ids)]));
}

/** Keeps why an answer was refused; one that says what the record says already has arrived, though nobody heard of it. */
async function refuse(answer: KeptAnswer, error: ApiError): Promise<void> {
  const current = error.status === 409 ? recordIn(fieldOf(error.data, 'current')) : undefined;
  if (current !== undefined && saysTheSame(answer.body, current)) return settleAnswer(answer, current);
  const { msg, errors, data } = error;
  return noteRefusal(answer.key, { msg, errors, ...(current === undefined ? {} : { current }), data });
}

/** Whether every field that would be written has the value already; photos of this device are nobody's yet. */
function saysTheSame(body: KeptAnswer['body'], current: Readonly<Record<string, unknown>>): boolean {
  const written = Object.entries(body).filter(([key]) => key !== 'id' && key !== 'version');
  return (
    written.length > 0 && localIds(body).length === 0 && written.every(([key, value]) => sameValue(value, current[key]))
  );
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

function recordIn(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof fieldOf(answer, 'id') === 'string' ? (answer as Readonly<Record<string, unknown>>) : undefined;
}
