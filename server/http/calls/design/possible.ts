import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { type DesignCommand, editsOf } from '../../../../src/core/overlay/design-log.ts';
import type { CreateEdit } from '../../../../src/core/overlay/overlay.ts';
import { dictionaryOf } from '../../../../src/core/overlay/own-dictionary.ts';
import { creationIn, isOwnKey, isRemoved, OWN_AREA, ownEntityFault } from '../../../../src/core/overlay/own-entity.ts';
import { subjectOf } from '../../../../src/core/overlay/subjects.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { DesignEntry } from '../../../../src/core/wire/design.ts';
import { isArchived } from '../../../metadata/design/own-tables.ts';
import type { PersonInput } from '../../system/system-call.ts';
import { createdIn, requireBase } from './shared.ts';

/** Throws for a command about an entity that there is not, and for one that makes what there is already or may not be. */
export async function requirePossible(
  input: PersonInput,
  log: readonly DesignEntry[],
  { entity, edits }: Pick<DesignCommand, 'entity' | 'edits'>,
): Promise<void> {
  const { snapshot } = input;
  const subject = subjectOf(entity);
  if (subject !== undefined) {
    const dictionary = dictionaryOf(entity);
    if (dictionary !== undefined && !snapshot.dictionaries.has(dictionary)) {
      throw new AnlanError('notFound', { what: say('字典') });
    }
    const wrong = edits.findIndex((edit) => !subject.fits(edit));
    if (wrong >= 0) throw invalidInput([{ pointer: `/step/edits/${wrong}`, msg: subject.fault }]);
    return;
  }
  const creation = creationIn(edits);
  if (creation === undefined) {
    const { base, leaves } = await standing(input, log, entity);
    const fault = (msg: string) => invalidInput([{ pointer: '/step', msg }]);
    const { title } = base.entity;
    if (isRemoved(edits) && !isOwnKey(entity)) throw fault(say('“{title}”是出厂业务，不能删除，可以隐藏', { title }));
    if (leaves) throw fault(say('“{title}”将在发布时删除，请先撤销删除', { title }));
    return;
  }
  await requireCreation(input, log, entity, creation);
}

/** An entity that commands change, and whether the draft takes it away. */
async function standing({ services, context }: PersonInput, log: readonly DesignEntry[], entity: string) {
  const base = await requireBase(services.metadata, context.tenantId, entity, log);
  return { base, leaves: isRemoved(editsOf(log, entity)) };
}

/** Throws for an entity that may not be a company's own, and for one whose key is taken. */
async function requireCreation(
  { services, context, snapshot }: PersonInput,
  log: readonly DesignEntry[],
  entity: string,
  { area, value }: CreateEdit,
): Promise<void> {
  const refuse = (pointer: string, msg: string) => invalidInput([{ pointer: `/step/edits/0${pointer}`, msg }]);
  const fault = ownEntityFault(entity, value);
  if (fault !== undefined) throw refuse(`/value${fault.pointer}`, fault.message);
  const isKnown = area === OWN_AREA || [...snapshot.entities.values()].some((other) => other.area === area);
  if (!isKnown) throw refuse('/area', say('没有“{area}”这个领域', { area }));
  const taken = (await services.metadata.designBase(context.tenantId, entity)) ?? createdIn(log, entity);
  if (taken !== undefined) throw refuse('/value/entity', say('已有代码为“{key}”的业务，请换一个代码', { key: entity }));
  if (await isArchived(services.database, context.tenantId, entity)) {
    const detail = say('“{key}”是已归档业务的代码，它的记录还在：请换一个代码，或在历史里回退来恢复它', {
      key: entity,
    });
    throw refuse('/value/entity', detail);
  }
  const [problem] = services.metadata.formOf(area, value);
  if (problem !== undefined) throw refuse(`/value${problem.pointer}`, problem.message);
}
