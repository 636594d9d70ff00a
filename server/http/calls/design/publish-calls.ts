import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { ChangedEntity, DesignChange, DesignEntity } from '../../../../src/core/wire/design.ts';
import { auditAct } from '../../../access/sign-in/sign-in-audit.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { closeDraft, lockDraft, noteChange, readChanges, readSteps } from '../../../metadata/design/design-store.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { meanwhile, prepare, requireDesigner, textIn } from './shared.ts';

/** A change that is to serve. */
interface Publishing {
  readonly overlays: readonly { readonly base: DesignEntity; readonly edits: readonly OverlayEdit[] }[];
  readonly title: string;
  readonly reason: string;
  readonly rollbackTo: string | null;
  /** What else happens in the same transaction. */
  also(connection: Connection): Promise<void>;
}

export async function publish(input: PersonInput, change: Publishing): Promise<DesignChange> {
  const { services, context, snapshot, request } = input;
  const { overlays, title, reason, rollbackTo } = change;
  const { userId, account } = context.caller;
  const at = context.clock.now();
  const id = services.entities.ids.next();
  const answer = await services.metadata.publishOverlays({
    tenantId: context.tenantId,
    userId,
    overlays: overlays.map(({ base, edits }) => ({ entity: base.entity.entity, edits, expected: base.version })),
    async note(connection, versions) {
      await change.also(connection);
      const entities = overlays.map(({ base }): ChangedEntity => {
        const { entity, title: called } = base.entity;
        return { entity, title: called, before: base.version, after: versions.get(entity) ?? 0 };
      });
      await noteChange(connection, { id, title, reason, userId, at, rollbackTo, entities });
      await auditAct(connection, context.clock, services.entities.ids, {
        entityKey: 'design',
        recordId: id,
        recordTitle: title,
        action: rollbackTo === null ? 'publish' : 'rollBack',
        summary: `${entities.map((changed) => changed.title).join('、')}：${reason}`,
        userId,
        account,
        ip: request.ip,
        requestId: request.id,
      });
    },
  });
  if ('problems' in answer) {
    throw invalidInput(answer.problems.map(({ pointer, message }) => ({ pointer, msg: message })));
  }
  if ('serving' in answer) {
    const { title: called = answer.entity } = snapshot.entities.get(answer.entity) ?? {};
    throw new AnlanError('taskDecided', {
      detail: say('“{title}”刚刚发布了新版本，请重新检查后再发布', { title: called }),
    });
  }
  const changes = await input.read((connection) => readChanges(connection, snapshot.timeZone));
  const noted = changes.find((each) => each.id === id);
  if (noted === undefined) throw new Error('a published change was not noted');
  return noted;
}

/** Publishes all of the open draft, or nothing. */
async function publishDraft(input: PersonInput): Promise<DesignChange> {
  requireDesigner(input);
  const title = textIn(input, 'title', say('标题'), true);
  const reason = textIn(input, 'reason', say('原因'), false);
  const seen = Number(input.argument('after') ?? 0);
  const prepared = await input.read((connection) => prepare(input, connection));
  if (prepared === undefined || prepared.overlays.length === 0) {
    throw invalidInput([{ pointer: '', msg: say('没有可以发布的修改') }]);
  }
  const { draftId, log, overlays } = prepared;
  const newer = log.filter(({ seq }) => seq > seen);
  if (newer.length > 0) throw meanwhile(newer);
  return publish(input, {
    overlays,
    title,
    reason,
    rollbackTo: null,
    async also(connection) {
      const at = input.context.clock.now();
      await lockDraft(connection, at, () => draftId);
      const late = await readSteps(connection, draftId, seen, input.snapshot.timeZone);
      if (late.length > 0) throw meanwhile(late);
      await closeDraft(connection, draftId, at);
    },
  });
}

/** Publishing what was drafted. */
export const publishCalls: readonly SystemCall[] = [
  {
    name: 'designPublish',
    method: 'POST',
    path: 'design/publish',
    title: '发布草稿：全部生效，或都不生效',
    arguments: {
      after: { title: '已知的最后一步', required: true },
      title: { title: '标题', required: true },
      reason: { title: '原因' },
    },
    answer: '发布记录',
    handle: publishDraft,
  },
];
