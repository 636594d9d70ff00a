import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { CREATOR, VOTES } from '../../../src/core/model/names-of-people.ts';
import { say } from '../../../src/core/text/say.ts';
import { selvesOf } from '../call/author.ts';
import type { Reading } from '../call/ports.ts';
import { type Row, textIds } from '../call/record-row.ts';

/** What the names of a `distinct` are read from. */
interface DistinctSource {
  /** Values of the record with what is proposed for it. */
  readonly record: Row;
  /** The request that is voted on; undefined for a step, which is kept apart from all votes on the record. */
  readonly request?: { readonly id: string; readonly openedBy: string };
  /** Task whose own vote does not count. */
  readonly but?: string;
}

/** The people that a `distinct` names, each with what he is: 创建人, 整改责任人, 已审批的人. */
export async function distinctPeople(
  tx: Reading,
  names: readonly string[],
  source: DistinctSource,
): Promise<ReadonlyMap<string, string>> {
  const people = new Map<string, string>();
  for (const name of names) {
    if (name === VOTES) {
      for (const userId of await voters(tx, source)) people.set(userId, say('已审批的人'));
    } else if (name === CREATOR) {
      for (const userId of textIds(source.record.createUser)) people.set(userId, say('创建人'));
      if (source.request !== undefined && source.request.openedBy !== '')
        people.set(source.request.openedBy, say('发起人'));
    } else {
      const title = tx.call.model.field.get(name)?.title ?? name;
      for (const userId of textIds(source.record[name])) people.set(userId, title);
    }
  }
  return people;
}

/** Why a transition keeps the person apart who would fire it; undefined where it does not. */
export async function apartFault(
  tx: Reading,
  transition: Pick<TransitionModel, 'distinct' | 'title'>,
  record: Row,
): Promise<string | undefined> {
  if (tx.call.internal || transition.distinct.length === 0) return undefined;
  const apart = await distinctPeople(tx, transition.distinct, { record });
  const who = selvesOf(tx.call.context.caller)
    .map((id) => apart.get(id))
    .find((text) => text !== undefined);
  if (who === undefined) return undefined;
  const person = tx.call.context.caller.realName;
  return say('{person}既是{who}又要{transition}，须由他人办理', { person, who, transition: transition.title });
}

/** Who voted, in the request or on the record at all; whoever stood in for another, and that other too. */
async function voters(tx: Reading, { request, record, but }: DistinctSource): Promise<readonly string[]> {
  const { db } = tx;
  const { model } = tx.call;
  const of = request === undefined ? '"entityId" = $2 and "recordId" = $3' : '"requestId" = $2 and $3::text is null';
  const rows = await db.query<{ people: readonly string[] }>(
    `select array_remove(array["userId", "originalUserId", "delegatorId"], null) as people from platform."approvalTask"
     where "tenantId" = $1 and ${of} and decision in ('pass', 'reject') and id <> $4`,
    [db.tenantId, ...(request === undefined ? [model.id, String(record.id)] : [request.id, null]), but ?? ''],
  );
  return [...new Set(rows.flatMap(({ people }) => people))];
}
