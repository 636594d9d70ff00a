/** Words that English and the languages compared with it really write alike, besides symbols and abbreviations. */
const ALIKE: ReadonlySet<string> = new Set([
  'Altitude',
  'Compressor',
  'Extra',
  'Interface',
  'Latitude',
  'Longitude',
  'Manual',
  'Material',
  'Menu',
  'Natural',
  'Normal',
  'Oracle',
  'PostgreSQL',
  'Rigger',
  'SQL Server',
  'bytes',
  'pixels',
  'ppm',
  '% vol',
  '{bytes} bytes',
  '{minutes} min',
]);

/**
 * What is wrong with a translation, as the end of a sentence; undefined for a sound one.
 * @param english the English translation, from which one into a third language must differ.
 */
export function translationFault(
  translation: string,
  original: string,
  language: string,
  english: string | undefined,
): string | undefined {
  if (typeof translation !== 'string' || translation.trim() === '') return '为空';
  if (places(translation) !== places(original)) return `与中文的占位不一致，应有 ${places(original) || '零个占位'}`;
  if (writesHan(language)) return undefined;
  if (/\p{Script=Han}/u.test(translation)) return '里还有汉字';
  const isWord = /\p{Ll}{3}/u.test(translation.replace(/\{\w+\}/g, ''));
  return isWord && translation === english && !ALIKE.has(translation) ? '与英文相同，还没有翻译' : undefined;
}

const places = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join('、');

const writesHan = (language: string): boolean => language.startsWith('zh');
