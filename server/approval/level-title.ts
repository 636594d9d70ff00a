import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../src/core/text/language.ts';
import type { FrozenLevel } from './request.ts';

/**
 * What a level is called: in Chinese as it was when the request was opened, in other languages as the file words it now,
 * where it still has the level.
 */
export function levelTitle(
  level: FrozenLevel | undefined,
  transition: TransitionModel | undefined,
): string | undefined {
  if (level === undefined || currentLanguage() === DEFAULT_LANGUAGE) return level?.title;
  return transition?.approval?.levels.find(({ key }) => key === level.key)?.title ?? level.title;
}
