import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { SignerPlace } from '../../../src/core/wire/approval.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { openAdded } from './added-signers.ts';
import { type Approving, actOnRequest } from './approving.ts';
import { touch } from './close-request.ts';
import { requireOpenTask } from './decide.ts';
import { requireReceiver } from './receivers.ts';
import { type AddedTo, findTask, placeOfTask, requestTasks } from './request.ts';
import { logAct, readReason } from './take-back.ts';
import { updateTask } from './update-rows.ts';

/** Signers who may be added to one level of a request. */
const MOST_ADDED = 10;

function readPlace(value: unknown): SignerPlace {
  if (value === 'before' || value === 'after') return value;
  throw invalidInput([{ pointer: '/when', msg: say('请选择在本人之前还是之后审批') }]);
}

/**
 * Adds a signer to the caller's open task. One before him votes first, and the task waits meanwhile; one behind him votes
 * once he has granted. Each may refuse as the level's own voters do.
 */
export function addSigner(
  approving: Approving,
  taskId: string,
  body: { readonly userId: string; readonly when: unknown; readonly reason: unknown },
): Promise<{ taskId: string }> {
  return actOnRequest(approving, 'addSigner', { taskId }, body, async (locked, task) => {
    if (task === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
    await requireOpenTask(locked, task);
    const { tx, request } = locked;
    const { call, db } = tx;
    const { userId } = body;
    const when = readPlace(body.when);
    const reason = readReason(body.reason, say('加签原因'), true) ?? '';
    if (userId === task.userId) throw invalidInput([{ pointer: '/userId', msg: say('不能加签自己') }]);
    const { realName } = await requireReceiver(locked, task, userId, (name, fault) =>
      say('不能加签{realName}：{fault}', { realName: name, fault }),
    );
    const signers = (await requestTasks(db, [request.id])).filter(
      ({ level, kind, transferredFrom }) => level === task.level && kind === 'added' && transferredFrom === null,
    );
    if (signers.length >= MOST_ADDED) {
      throw invalidInput([{ pointer: '/userId', msg: say('一个步骤最多加签{most}人', { most: MOST_ADDED }) }]);
    }
    const id = call.services.ids.next();
    const added: AddedTo = { task: task.id, when, userId: task.userId, at: call.at.toISOString(), reason };
    await touched(
      db,
      platform.insertInto('approvalTask').values({
        ...placeOfTask(task),
        ...{ id, tenantId: db.tenantId, userId, originalUserId: userId, kind: 'added', status: 'waiting' },
        added: JSON.stringify(added),
      }),
    );
    if (when === 'before') {
      await updateTask(db, task.id, { status: 'waiting' });
      const signer = await findTask(db, id);
      if (signer !== undefined) await openAdded(tx, request, [signer]);
    }
    await logAct(locked, 'approval:addSigner', signerText(when, realName, reason));
    await touch(tx, [task.userId]);
    return { taskId: id };
  });
}

/** Whom somebody asked to sign, when and why, in one line. */
export function signerText(when: SignerPlace, name: string, reason: string): string {
  return when === 'before'
    ? say('请{name}在本人之前审批：{reason}', { name, reason })
    : say('请{name}在本人之后审批：{reason}', { name, reason });
}
