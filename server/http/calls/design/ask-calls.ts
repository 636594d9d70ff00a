import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { authorsOf } from '../../../../src/core/overlay/design-log.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { ImpactChoice, ImpactItem, RightsItem } from '../../../../src/core/wire/design.ts';
import { createEntityCall } from '../../../records/call/entity-call.ts';
import { doneWords } from '../../../records/write/impact/carry-out.ts';
import { transact } from '../../../records/write/transact.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { APPROVAL, approvalNeeded, pendingApproval } from './approval-need.ts';
import { changeWords } from './change-words.ts';
import { choicesIn, impactOf, settleChoices } from './impact.ts';
import { comparedOf, type Overlaid, prepareSeen, requireDesigner, textIn } from './shared.ts';

/** Asks a second person, by the platform's own approvals, to have the draft published as it was seen. */
async function askApproval(input: PersonInput): Promise<string> {
  requireDesigner(input);
  const { services, context, snapshot } = input;
  const model = snapshot.entities.get(APPROVAL);
  if (!approvalNeeded(snapshot) || model === undefined) {
    throw new AnlanError('guardFailed', { detail: say('企业没有规定发布须经审批，可以直接发布') });
  }
  const title = textIn(input, 'title', say('标题'), true);
  const reason = textIn(input, 'reason', say('原因'), false);
  const seen = Number(input.argument('after') ?? 0);
  const { draftId, log, overlays } = await prepareSeen(input, seen);
  const choices = choicesIn(input);
  await settleChoices(input, overlays, choices);
  const { items, rights } = await impactOf(input, overlays);
  const body = {
    ...{ title, reason, draftId, seq: seen, choices, authors: authorsOf(log) },
    changes: overlays.flatMap(changesOf).join('\n').slice(0, 20_000),
    impact: [...items.map((item) => chosenWords(item, choices)), ...rights.map(rightsWords)]
      .join('\n')
      .slice(0, 20_000),
  };
  // The platform writes it, in the name of whoever asks: nobody enters such a record by hand.
  const call = createEntityCall(services.entities, context, snapshot, model, { internal: true });
  return transact(call, async (tx) => {
    if ((await pendingApproval(tx.db)) !== undefined) {
      throw invalidInput([{ pointer: '', msg: say('已有一次发布在等待审批，请等它办完，或先撤回') }]);
    }
    return tx.verbs.save(tx, body, { submit: true });
  });
}

function changesOf(overlaid: Overlaid): readonly string[] {
  const { title, removed, changes, places } = comparedOf(overlaid);
  if (removed) return [say('删除业务“{title}”', { title })];
  if (places !== undefined) return places === 0 ? [] : [say('{title}：{count}处修改', { title, count: places })];
  return changes.map((change) => `${title}：${changeWords(change)}`);
}

function rightsWords({ entityTitle, change, what, people }: RightsItem): string {
  const named = { people, what };
  const words = {
    gains: say('{people}人将可以：{what}', named),
    loses: say('{people}人将不能再：{what}', named),
    changes: say('{people}人将有变：{what}', named),
  };
  return `${entityTitle}：${words[change]}`;
}

function chosenWords({ id, message, entityTitle, choices }: ImpactItem, chosen: readonly ImpactChoice[]): string {
  const choice = chosen.find((each) => each.id === id);
  const words = `${entityTitle}：${message}`;
  const value = choices?.find(({ key }) => key === choice?.value)?.title ?? choice?.value;
  return choice === undefined ? words : doneWords(words, choice.do, value);
}

/** Asking for approval. */
export const askCalls: readonly SystemCall[] = [
  {
    name: 'designAsk',
    method: 'POST',
    path: 'design/ask',
    title: '请另一人审批草稿的发布，通过后立即发布',
    arguments: {
      after: { title: '已知的最后一步', required: true },
      title: { title: '标题', required: true },
      reason: { title: '原因' },
      choices: { title: '对已有记录的处理，列表' },
    },
    answer: '审批记录的编号',
    handle: askApproval,
  },
];
