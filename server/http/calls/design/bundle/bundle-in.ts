import { invalidInput } from '../../../../../src/core/errors/catalogue.ts';
import { isDraft } from '../../../../../src/core/overlay/draft.ts';
import { parseOverlay } from '../../../../../src/core/overlay/overlay.ts';
import { creationIn, isRemoved, ownEntityFault } from '../../../../../src/core/overlay/own-entity.ts';
import { subjectOf } from '../../../../../src/core/overlay/subjects.ts';
import { say } from '../../../../../src/core/text/say.ts';
import { type BundledEntity, DESIGN_LIMITS, type DesignBundle } from '../../../../../src/core/wire/design.ts';
import type { PersonInput } from '../../../system/system-call.ts';
import { bearsSignature } from './signing.ts';

const fault = (msg: string, pointer = '/bundle') => invalidInput([{ pointer, msg }]);

/** The bundle of a request; throws where it is none, of another version, not whole, or not what was signed. */
export function bundleIn({ request, services }: PersonInput): DesignBundle {
  const { bundle } = (request.body ?? {}) as { readonly bundle?: unknown };
  const given = (isDraft(bundle) ? bundle : {}) as Partial<Record<keyof DesignBundle, unknown>>;
  const { format, version, at, entities, key, signature } = given;
  if (format !== 'anlan-design') throw fault(say('这不是设计包：请选择由“设计包”导出的文件'));
  if (version !== 1) {
    throw fault(say('设计包是第{version}版的，本系统只认第1版：请先升级本系统', { version: String(version ?? '') }));
  }
  const texts = [at, key, signature];
  if (!Array.isArray(entities) || texts.some((text) => typeof text !== 'string')) {
    throw fault(say('设计包不完整，请重新导出'));
  }
  if (!bearsSignature(given as DesignBundle)) throw fault(say('设计包在导出后被改动过，不能使用，请重新导出'));
  for (const [index, part] of entities.entries()) checkPart(part, `/bundle/entities/${index}`, services.metadata);
  return given as DesignBundle;
}

/** Throws for a part that no draft could take: whoever signs may write anything. */
function checkPart(part: unknown, pointer: string, metadata: PersonInput['services']['metadata']): void {
  const { entity, title, edits } = (isDraft(part) ? part : {}) as Partial<BundledEntity>;
  if (typeof entity !== 'string' || typeof title !== 'string') throw fault(say('设计包不完整，请重新导出'), pointer);
  const parsed = parseOverlay(edits, 'bundle');
  if ('problems' in parsed) {
    throw invalidInput(
      parsed.problems.map(({ pointer: below, message }) => ({ pointer: `${pointer}/edits${below}`, msg: message })),
    );
  }
  const subject = subjectOf(entity);
  const wrong = subject === undefined ? -1 : parsed.edits.findIndex((edit) => !subject.fits(edit));
  if (subject !== undefined && wrong >= 0) throw fault(subject.fault, `${pointer}/edits/${wrong}`);
  if (isRemoved(parsed.edits)) throw fault(say('设计包不能删除业务'), `${pointer}/edits`);
  const creation = creationIn(parsed.edits);
  if (creation === undefined) return;
  const most = DESIGN_LIMITS.creation;
  if (parsed.edits.length > 1 || JSON.stringify(creation).length > most) {
    throw fault(say('新建业务须是单独的一步'), `${pointer}/edits`);
  }
  const own = ownEntityFault(entity, creation.value);
  if (own !== undefined) throw fault(own.message, `${pointer}/edits/0/value${own.pointer}`);
  const [problem] = metadata.formOf(creation.area, creation.value);
  if (problem !== undefined) throw fault(problem.message, `${pointer}/edits/0/value${problem.pointer}`);
}
