import { sql } from 'kysely';
import { isAlias } from '../../../src/core/model/alias.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { isShownToAll } from '../../../src/core/model/open-to-all.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall, Reading, Tx } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { toldName } from '../notices/told.ts';
import { ownStepsOfEach, queryAs } from './own-steps.ts';
import { lineFields, recordLine } from './record-line.ts';
import { peopleBehind, stepReadersOf } from './step-people.ts';
import type { ChangedStep } from './store-steps.ts';

/** Tells those who are called anew, each once for each record, and says to all who are concerned that their tasks changed. */
export async function tellSteps(tx: Tx, rows: readonly Row[], changed: readonly ChangedStep[]): Promise<void> {
  if (changed.length === 0) return;
  const concerned = await peopleOf(tx, changed);
  const fresh = changed.filter(({ change }) => change === 'fresh');
  const self = tx.call.context.caller.userId;
  const told = new Set<string>();
  const letters = new Map<string, ToldSteps>();
  const called = new Map<string, readonly ChangedStep[]>();
  for (const userId of new Set(fresh.flatMap(({ holder }) => concerned.get(holder) ?? []))) {
    if (userId === self) continue;
    called.set(
      userId,
      fresh.filter(({ holder }) => concerned.get(holder)?.includes(userId) === true),
    );
  }
  for (const [userId, own] of await ownAmong(tx, called)) {
    for (const letter of lettersTo(tx, userId, rows, own)) {
      told.add(userId);
      const alike = letterKey(letter);
      letters.set(alike, { ...letter, userIds: [...(letters.get(alike)?.userIds ?? []), userId] });
    }
  }
  for (const letter of letters.values()) await sendLetter(tx, letter);
  const others = [...new Set([...concerned.values()].flat())].filter((id) => !told.has(id) && !isAlias(id));
  await tx.call.services.parts.notices.touch(tx.db, others);
}

/** Says to those whom rows called that their tasks have changed. */
export async function touchHolders(tx: Tx, changed: readonly ChangedStep[]): Promise<void> {
  const people = await peopleOf(tx, changed);
  await tx.call.services.parts.notices.touch(tx.db, [...new Set([...people.values()].flat())]);
}

async function peopleOf(tx: Reading, changed: readonly ChangedStep[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const people = new Map<string, readonly string[]>();
  for (const holder of new Set(changed.map((step) => step.holder))) {
    people.set(
      holder,
      (await peopleBehind(tx, holder)).users.map(({ id }) => id),
    );
  }
  return people;
}

/** What a person is told: one notice for each record, or for all rows of one record, of which he was not told yet. */
function lettersTo(tx: Tx, userId: string, rows: readonly Row[], own: readonly ChangedStep[]): readonly ToldSteps[] {
  const { model } = tx.call;
  const subjects = new Map<string, ChangedStep[]>();
  for (const step of own) {
    const row = rows.find(({ id }) => id === step.recordId);
    const above = model.parent === undefined ? undefined : row?.[model.parent.field];
    const subject = typeof above === 'string' ? above : step.recordId;
    subjects.set(subject, [...(subjects.get(subject) ?? []), step]);
  }
  return [...subjects].flatMap(([subject, steps]) => {
    const entityKey = subject === steps[0]?.recordId ? model.key : (model.parent?.entity ?? model.key);
    const name = toldName(entityKey, subject);
    const told = tx.told.get(name) ?? new Set();
    if (told.has(userId)) return [];
    tx.told.set(name, told.add(userId));
    return [{ entityKey, subject, steps, userIds: [userId] }];
  });
}

/** What two people are told in the same words has the same key. */
function letterKey({ entityKey, subject, steps }: ToldSteps): string {
  const asked = new Set(steps.map(({ recordId, transition }) => `${recordId} ${transition}`));
  return [entityKey, subject, ...[...asked].sort()].join('\n');
}

/**
 * Of the steps for which each person is called, those that he may take by his own rights. Who has a pseudonym was named
 * himself. What is asked for one person is asked for all at once, since whoever writes waits for it.
 */
async function ownAmong(
  tx: Reading,
  called: ReadonlyMap<string, readonly ChangedStep[]>,
): Promise<ReadonlyMap<string, readonly ChangedStep[]>> {
  const entityId = tx.call.model.id;
  const readers = await stepReadersOf(
    tx,
    [...called.keys()].filter((userId) => !isAlias(userId)),
  );
  const each = await ownStepsOfEach(tx.db, [...readers.values()], entityId);
  const own = new Map([...called].filter(([userId]) => isAlias(userId)));
  for (const [place, [userId, reader]] of [...readers].entries()) {
    const held = each[place];
    const fresh = called.get(userId) ?? [];
    if (held === undefined) continue;
    const ids = [...new Set(fresh.map(({ recordId }) => recordId))];
    const rows = await queryAs(
      tx.db,
      reader,
      sql`select x."recordId", x.transition from platform."stepTask" x
        where ${held.condition} and x."entityId" = ${entityId} and x."recordId" = any(${ids}::text[])`,
    );
    const mayDo = new Set(rows.map(({ recordId, transition }) => `${String(recordId)} ${String(transition)}`));
    own.set(
      userId,
      fresh.filter(({ recordId, transition }) => mayDo.has(`${recordId} ${transition}`)),
    );
  }
  return own;
}

interface ToldSteps {
  readonly entityKey: string;
  /** Record that the notice is about: the steps' own, or the one above their rows. */
  readonly subject: string;
  readonly steps: readonly ChangedStep[];
  readonly userIds: readonly string[];
}

async function sendLetter(tx: Tx, { entityKey, subject, steps, userIds }: ToldSteps): Promise<void> {
  const { call } = tx;
  const model = call.snapshot.entities.get(entityKey) ?? call.model;
  const keys = new Set(lineFields(model));
  // A notice is worded once for all who get it: what not everybody may see stays out of it.
  const fields = readableFields(model).filter(
    (field) =>
      field.key === 'id' ||
      field.key === 'status' ||
      (keys.has(field.key) && isShownToAll(call.snapshot.entities, model, field)),
  );
  const [row = {}] = await readRowsOf(tx, model, { ids: [subject], fields, labels: true });
  const below = model.key !== call.model.key;
  await call.services.parts.notices.send(tx, {
    userIds,
    kind: 'task',
    title: (over) => {
      const about = over.snapshot.entities.get(entityKey) ?? model;
      const line = recordLine({ model: about, snapshot: over.snapshot }, row);
      const what = stepTitles(over.model, steps);
      return below
        ? say('{what}：{line}（{count}项{rows}）', {
            what,
            line,
            count: new Set(steps.map(({ recordId }) => recordId)).size,
            rows: over.model.title,
          })
        : say('{what}：{line}', { what, line });
    },
    text: (over) => {
      const about = over.snapshot.entities.get(entityKey) ?? model;
      const state = about.states[String(row.status)]?.title ?? '';
      return [about.title, state].filter((part) => part !== '').join(say('，'));
    },
    entityKey,
    recordId: subject,
  });
}

/** What is to be done, in one phrase. */
function stepTitles(model: EntityCall['model'], steps: readonly ChangedStep[]): string {
  const titles = steps.flatMap(({ transition }) => {
    const found = transitionOf(model, transition);
    return found === undefined ? [] : [stepTitle(found)];
  });
  return [...new Set(titles)].join(say('或'));
}

/** What is to be done by a transition. */
export function stepTitle({ title, waits }: TransitionModel): string {
  return waits.title ?? title;
}
