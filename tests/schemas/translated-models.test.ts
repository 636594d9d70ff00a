import { expect, it } from 'vitest';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { buildModelSet } from '../../server/metadata/model-set.ts';
import { translateEntity } from '../../src/core/text/translate-entity.ts';

const files = readMetadataFiles('schemas');
const { entities, dictionaries, menu, settings } = parseFiles(files.filter(({ kind }) => kind !== 'locale'));

// An entity whose translation is refused would be served in Chinese without a word.
it.each(['en-US', 'pt-BR', 'zh-TW'])('every shipped entity is as sound in %s as in Chinese', (language) => {
  const texts = Object.assign(
    {},
    ...files
      .filter(({ kind, key }) => kind === 'locale' && key.startsWith(`${language}/`))
      .map(({ content }) => JSON.parse(content) as object),
  ) as Record<string, string>;
  expect(Object.keys(texts).length).toBeGreaterThan(1000);
  const spoken = entities.map(({ area, entity }) => ({ area, entity: translateEntity(entity, entity, texts) }));
  expect(buildModelSet(spoken, dictionaries, menu, settings).problems).toEqual([]);
});
