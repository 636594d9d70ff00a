import { useMemo } from 'react';
import type { Translation } from '../../src/core/text/language.ts';
import { translateEntity } from '../../src/core/text/translate-entity.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { buildDraft } from '../../src/runtime/preview/draft-model.ts';
import { lintText } from '../../src/runtime/preview/lint-call.ts';
import { fetchTexts } from '../session/design-calls.ts';
import type { Designed } from '../session/useDesign.ts';
import { textsOf } from '../translations/translated-texts.ts';

/**
 * The page of what is designed in another language: its texts with the translations of the draft, and its dictionaries
 * as they are shipped in it. What has no translation stays as it is written, as people would see it. The page itself
 * until both are there, and without a language.
 */
export function useSpoken(
  page: EntityPageModel | undefined,
  design: Designed,
  language: Translation | undefined,
  viewer: string | undefined,
): EntityPageModel | undefined {
  const { entity, base } = design;
  const place = `${entity.entity} ${base.version}`;
  const texts = useLoaded(language === undefined ? undefined : `texts ${place}`, () => fetchTexts(entity.entity)).data;
  const around = useLoaded(language === undefined ? undefined : `around ${place} ${language}`, async (signal) => ({
    language,
    surroundings: (await lintText(JSON.stringify(entity), signal, language)).surroundings,
  })).data;
  return useMemo(() => {
    if (page === undefined || language === undefined || texts === undefined || around?.language !== language)
      return page;
    const said = textsOf(design, texts).flatMap(({ id, said: all }) =>
      all[language] === '' ? [] : [[id, all[language]]],
    );
    const { entity: written, page: _page, ...known } = page.metadata;
    const spoken = translateEntity(written, written, Object.fromEntries(said));
    return buildDraft(spoken, around.surroundings ?? known, viewer === undefined ? null : [viewer]);
  }, [page, design, language, texts, around, viewer]);
}
