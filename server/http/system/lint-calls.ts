import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { DraftAnswer } from '../../../src/core/wire/page.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import type { Config } from '../../ground/config.ts';
import { lintDraft } from '../../metadata/lint-draft.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

/** Largest text of an entity, in bytes. */
const DRAFT_LIMIT = 200_000;

/** Where powers are divided, rights are designed by the security administrator, who has to see what is wrong with them. */
const IMPLEMENTERS: readonly string[] = ['designer', ADMINISTRATOR, 'securityAdmin'];

/**
 * Whether somebody may have entities checked: designers and administrators; on a server that imports files as they
 * change, which is a developer's own, everybody who is signed in.
 */
export function mayLint(roleCodes: readonly string[], { watchMetadata }: Pick<Config, 'watchMetadata'>): boolean {
  return watchMetadata || roleCodes.some((role) => IMPLEMENTERS.includes(role));
}

async function lint({ context, snapshot, services, request }: PersonInput): Promise<DraftAnswer> {
  if (!mayLint(context.caller.roleCodes, services.config))
    throw new AnlanError('forbidden', { action: say('表单演练场') });
  const { body } = request;
  // As text: whatever is wrong with the JSON, duplicate keys too, is for the linter to tell, with its place.
  if (typeof body !== 'string') throw new AnlanError('mediaTypeRefused');
  if (Buffer.byteLength(body) > DRAFT_LIMIT) throw new AnlanError('bodyTooLarge', { limit: '200kB' });
  return lintDraft(body, snapshot);
}

/** The call by which implementers have the text of an entity checked. */
export const lintCalls: readonly SystemCall[] = [
  {
    name: 'lintMetadata',
    method: 'POST',
    path: 'metadata/lint',
    title: '检查实体文件的文本（不保存）；请求体为 text/plain 的 JSON 文本，最大200kB',
    answer:
      'findings：pointer、message、fix、severity、line、column；surroundings：绘制表单所需的字典、设置和引用的实体',
    handle: lint,
  },
];
