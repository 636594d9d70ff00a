import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import { dictionariesOf } from '../../../../src/core/overlay/own-dictionary.ts';
import { isOwnKey } from '../../../../src/core/overlay/own-entity.ts';
import { ownTexts, textsSubject } from '../../../../src/core/overlay/own-texts.ts';
import { TRANSLATIONS } from '../../../../src/core/text/language.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { DesignDictionary, DesignTexts } from '../../../../src/core/wire/design.ts';
import { readPlacedChoices } from '../../../metadata/tenant-records.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { requireTakingPart } from './shared.ts';

/** What an entity's texts are in other languages, as shipped and in the company's own words that serve. */
async function readTexts(input: PersonInput): Promise<DesignTexts> {
  requireTakingPart(input);
  const { services, context, argument, snapshot } = input;
  const key = argument('entity') ?? '';
  const model = snapshot.entities.get(key);
  if (model === undefined && !isOwnKey(key)) throw new AnlanError('notFound', { what: say('业务') });
  const shipped = await services.metadata.shippedTexts(model?.source.id ?? key);
  const own = await Promise.all(
    TRANSLATIONS.map(async (language) => {
      const base = await services.metadata.designBase(context.tenantId, textsSubject(language));
      return [language, ownTexts(base?.edits ?? [])] as const;
    }),
  );
  return { shipped: Object.fromEntries(shipped), own: Object.fromEntries(own) } as DesignTexts;
}

/** A dictionary as the company's records and the shipped ones say it, with the entities that choose from it. */
async function readDictionary(input: PersonInput): Promise<DesignDictionary> {
  requireTakingPart(input);
  const { argument, snapshot } = input;
  const code = argument('code') ?? '';
  const dictionary = (snapshot.untranslated ?? snapshot).dictionaries.get(code);
  if (dictionary === undefined) throw new AnlanError('notFound', { what: say('字典') });
  const users = [...snapshot.entities.values()].filter(({ source }) => dictionariesOf(source).includes(code));
  return {
    code,
    title: dictionary.title,
    choices: await input.read((connection) => readPlacedChoices(connection, code)),
    users: users.map(({ key, title }) => ({ entity: key, title })),
  };
}

/** Texts in other languages, and dictionaries. */
export const designTextCalls: readonly SystemCall[] = [
  {
    name: 'designTexts',
    method: 'GET',
    path: 'design/texts',
    title: '一个业务的文字在各语言的译文：出厂的和企业自己的',
    arguments: { entity: { title: '业务代码', required: true } },
    answer: '按语言和文字编号的译文',
    handle: readTexts,
  },
  {
    name: 'designDictionary',
    method: 'GET',
    path: 'design/dictionary',
    title: '一个字典的选项，和使用它的业务',
    arguments: { code: { title: '字典编码', required: true } },
    answer: '名称、选项及次序、使用它的业务',
    handle: readDictionary,
  },
];
