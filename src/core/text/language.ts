/** Languages of the product, in the order of its menu. The first one is the one that texts are written in. */
export const LANGUAGES = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of whoever has chosen none, and of everything that is stored (the log, evidence). */
export const DEFAULT_LANGUAGE: Language = 'zh-CN';

/** Languages that texts are translated into. */
export type Translation = Exclude<Language, typeof DEFAULT_LANGUAGE>;

export const TRANSLATIONS: readonly Translation[] = ['zh-TW', 'en-US', 'pt-BR'];

export const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

let source: () => Language = () => DEFAULT_LANGUAGE;

/**
 * Says where the language of the moment comes from: the person's choice in a browser, the call's header on the server.
 * Default: always Chinese.
 */
export function followLanguage(from: () => Language): void {
  source = from;
}

/** The language that texts are made in at this moment. */
export const currentLanguage = (): Language => source();

const TRADITIONAL = /^zh-(?:tw|hk|mo|hant)\b/;

/**
 * The first language of an `Accept-Language` header that the product speaks, by weight: `pt, en;q=0.8` is pt-BR, and
 * `zh-HK` is zh-TW. Chinese where it names none, or is missing.
 */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .toLowerCase()
    .split(',')
    .slice(0, 20)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight);
  for (const { tag } of wanted) {
    const [primary = ''] = tag.split('-');
    if (primary === 'zh') return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
    if (primary === 'en') return 'en-US';
    if (primary === 'pt') return 'pt-BR';
  }
  return DEFAULT_LANGUAGE;
}
