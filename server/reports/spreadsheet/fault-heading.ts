import { LANGUAGES } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { inLanguage } from '../../ground/language/language.ts';

/** Heading of the column that says in a report what is wrong with a row; an import leaves it alone. */
export const FAULT_HEADING = (): string => say('导入问题');

/** Whether it is that heading, in whichever language the report was made. */
export const isFaultHeading = (heading: string): boolean =>
  LANGUAGES.some((language) => heading === inLanguage(language, FAULT_HEADING));
