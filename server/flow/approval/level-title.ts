import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../../src/core/text/language.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { FrozenLevel } from './request.ts';

/**
 * What a level is called: in Chinese as it was when the request was opened, in other languages as the file words it now,
 * where it still has the level, and a level that a row holds as the row is said there.
 */
export function levelTitle(
  level: FrozenLevel | undefined,
  transition: TransitionModel | undefined,
  snapshot: MetadataSnapshot,
): string | undefined {
  if (level === undefined || currentLanguage() === DEFAULT_LANGUAGE) return level?.title;
  const own = transition?.approval?.levels.find(({ key }) => key === level.key);
  return own?.title ?? levelRowTitle(level.title, transition, snapshot);
}

/** The title of a level that a row holds, said in the language of the call where the product ships it. */
export function levelRowTitle(
  title: string,
  transition: TransitionModel | undefined,
  snapshot: MetadataSnapshot,
): string {
  const model = snapshot.entities.get(transition?.approval?.from?.entity ?? '');
  const shipped = model?.field.get(model.label)?.property.shipped === true;
  return (shipped ? snapshot.shippedValues?.get(title) : undefined) ?? title;
}
