import { describe, expect, it } from 'vitest';
import { lintReadsTranslations } from './lint-reads-translations.ts';

const ENTITY = 'schemas/areas/peril/peril.entity.json';

describe('lint', () => {
  it('looks at no translation where only entities are named', () => {
    expect(lintReadsTranslations([ENTITY])).toBe(false);
    expect(lintReadsTranslations(['--warnings', '--database', ENTITY, ENTITY])).toBe(false);
  });

  it('looks at them where all files are meant, texts are asked for, or another file is named too', () => {
    expect(lintReadsTranslations([])).toBe(true);
    expect(lintReadsTranslations(['--warnings'])).toBe(true);
    expect(lintReadsTranslations(['--complete', ENTITY])).toBe(true);
    expect(lintReadsTranslations([ENTITY, 'schemas/locales/en-US.json'])).toBe(true);
  });
});
