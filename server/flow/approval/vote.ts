import type { Vote } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { ON_SITE } from '../../../src/core/site/read-on-site.ts';
import { say } from '../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { Reading } from '../../records/call/ports.ts';

/** A decision as it was sent and checked. */
export interface Ballot {
  readonly result: 'pass' | 'reject';
  readonly opinion: string | null;
  readonly files: readonly string[];
  /** Drawn signature, a PNG as data address. */
  readonly signature: string | null;
  /** Where the person says that he is, as it was sent. */
  readonly onSite: unknown;
}

/** Longest opinion, in characters. */
const OPINION_LENGTH = 200;
/** Largest drawn signature, in characters of its data address. */
const SIGNATURE_LENGTH = 300_000;
const MOST_FILES = 9;

const KEYS: ReadonlySet<string> = new Set(['result', 'opinion', 'files', 'signature', ON_SITE]);

function trimmed(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Whether a text is a PNG as data address: its first bytes say so. */
function isSignature(text: string): boolean {
  const [, content] = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  return content !== undefined && text.length <= SIGNATURE_LENGTH && content.startsWith('iVBORw0KGgo');
}

/** Reads a decision by what the level's vote asks. Throws invalidInput with all that is wrong. */
export function readBallot(vote: Vote, body: Readonly<Record<string, unknown>>): Ballot {
  const faults: WireFault[] = [];
  const fault = (key: string, msg: string): void => {
    faults.push({ pointer: `/${key}`, msg });
  };
  for (const key of Object.keys(body)) if (!KEYS.has(key)) fault(key, say('不认识的字段：{key}', { key }));
  const { result } = body;
  if (result !== 'pass' && result !== 'reject') fault('result', say('请选择通过或驳回'));
  const opinion = trimmed(body.opinion);
  const given = opinion === null ? 0 : [...opinion].length;
  if (body.opinion !== undefined && body.opinion !== null && typeof body.opinion !== 'string') {
    fault('opinion', say('审批意见不正确'));
  } else if (opinion !== null && invalidCharacter(opinion) !== undefined) fault('opinion', say('审批意见含有无效字符'));
  else if (result === 'reject' && (given < 2 || given > OPINION_LENGTH)) {
    fault('opinion', opinion === null ? say('驳回时必须填写审批意见') : say('驳回意见须为2至200个字'));
  } else if (result === 'pass' && vote.opinion === 'required' && opinion === null)
    fault('opinion', say('请填写审批意见'));
  else if (result === 'pass' && vote.opinion === 'none' && opinion !== null)
    fault('opinion', say('此步骤不填写审批意见'));
  else if (given > OPINION_LENGTH) fault('opinion', say('审批意见不能超过200个字'));
  const { files = [], signature = null } = body;
  const attached = files === null ? [] : files;
  if (!Array.isArray(attached) || attached.some((id) => typeof id !== 'string') || attached.length > MOST_FILES) {
    fault('files', say('附件不正确，最多{most}个', { most: MOST_FILES }));
  } else if (vote.files === false && attached.length > 0) fault('files', say('此步骤不能添加附件'));
  if (signature === null || signature === '') {
    if (vote.signature === true) fault('signature', say('请手写签名'));
  } else if (typeof signature !== 'string' || !isSignature(signature)) fault('signature', say('签名图片不正确'));
  if (faults.length > 0) throw invalidInput(faults);
  return {
    result: result as Ballot['result'],
    opinion,
    files: [...new Set(attached as string[])],
    signature: trimmed(signature),
    onSite: body[ON_SITE],
  };
}

/** Makes the files of a decision the record's. */
export async function claimBallotFiles(tx: Reading, recordId: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const { services, context, model } = tx.call;
  const holder = { entityKey: model.key, recordId };
  const refused = await services.files.claimFiles(tx.db, context.tenantId, files, holder, context.caller);
  if (refused.length > 0) throw invalidInput([{ pointer: '/files', msg: say('附件不存在或不属于您') }]);
}

/** Refusal of a decision that came too late, with what happened instead. */
export function decidedAlready(detail: string, data: unknown = null): AnlanError {
  return new AnlanError('taskDecided', { detail }, { data });
}
