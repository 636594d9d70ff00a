import { buildJointPage, type JointWorld } from '../../src/core/joint/build-joint.ts';
import type { JointPageModel } from '../../src/core/joint/joint-kind.ts';
import type { EntityModel, PageModel } from '../../src/core/model/entity-model.ts';
import { translateJointPage } from '../../src/core/text/file-texts.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { jointKinds } from '../../src/page-kinds/joint/definitions.generated.ts';
import type { ParsedWorld } from './judge/parse-world.ts';
import type { Dictionary } from './snapshot.ts';
import type { ShippedTexts } from './translate.ts';

/** What joint pages stand over. */
interface JointSurroundings {
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly pages: ReadonlyMap<string, { readonly entity: EntityModel; readonly page: PageModel }>;
  readonly dictionaries: ReadonlyMap<string, Pick<Dictionary, 'choices'>>;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
}

/** The world of joint pages over some models. */
export function jointWorldOf(
  { roleGroups, jointPages }: Pick<ParsedWorld, 'roleGroups' | 'jointPages'>,
  { models, pages, dictionaries, settings }: JointSurroundings,
): JointWorld {
  return {
    kinds: jointKinds,
    groups: roleGroups,
    page(code) {
      const found = pages.get(code);
      return found === undefined ? undefined : { model: found.entity, page: found.page };
    },
    pageCodes: () => pages.keys(),
    joint: (code) => jointPages.get(code),
    jointCodes: () => jointPages.keys(),
    worldOf: ({ area }) => ({
      area,
      registry: fieldTypes,
      pageKinds,
      dictionaries: {
        has: (code) => dictionaries.has(code),
        choices: (code) => dictionaries.get(code)?.choices,
        codes: () => dictionaries.keys(),
      },
      entity: (key) => models.get(key)?.source,
      entityKeys: () => models.keys(),
      settings,
    }),
  };
}

/**
 * The joint pages of a tenant. They were judged when they were imported; what the tenant's own edits took from under one
 * is left out of it.
 */
export function buildJointPages(
  parsed: ParsedWorld,
  surroundings: JointSurroundings,
  texts?: ShippedTexts,
): ReadonlyMap<string, JointPageModel> {
  const world = jointWorldOf(parsed, surroundings);
  return new Map(
    [...parsed.jointPages].map(([code, file]) => {
      const spoken = texts === undefined ? file : translateJointPage(file, jointKinds, texts.pages);
      return [code, buildJointPage(spoken, world).model];
    }),
  );
}
