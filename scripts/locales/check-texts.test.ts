import { describe, expect, it } from 'vitest';
import { checkTexts } from './check-texts.ts';
import { saidTexts } from './code-texts.ts';
import { toTraditional } from './traditional.ts';

const FILE = 'src/locales/{language}/sample.json';
const texts = new Map([
  [
    FILE,
    new Map([
      ['list.total', '共{total}条'],
      ['list.empty', '没有作业票'],
      ['comma', '、'],
      ['unit', '经度'],
    ]),
  ],
]);
const sound = {
  'src/locales/en-US/sample.json': {
    'list.total': 'Total {total}',
    'list.empty': 'No permits',
    comma: ', ',
    unit: 'Longitude',
  },
  'src/locales/pt-BR/sample.json': {
    'list.total': 'Total de {total}',
    'list.empty': 'Nenhuma permissão',
    comma: ', ',
    unit: 'Longitude',
  },
};

function check(language: 'en-US' | 'pt-BR', id: string, translation: string | undefined): readonly string[] {
  const file = `src/locales/${language}/sample.json` as const;
  const { [id]: _, ...rest } = sound[file] as Record<string, string>;
  const changed = translation === undefined ? rest : { ...rest, [id]: translation };
  const files: Record<string, Record<string, string>> = { ...sound, [file]: changed };
  return checkTexts(texts, (name) => files[name]).map(({ message }) => message);
}

describe('the check of translations', () => {
  it('has nothing to say of sound ones; words that both languages share are allowed', () => {
    expect(checkTexts(texts, (file) => (sound as Record<string, Record<string, string>>)[file])).toEqual([]);
  });

  it.each([
    ['en-US', 'list.empty', undefined, '“没有作业票”没有 en-US 译文'],
    ['en-US', 'list.empty', ' ', '“没有作业票”的译文为空'],
    ['en-US', 'list.empty', '没有作业票', '“没有作业票”的译文里还有汉字'],
    ['pt-BR', 'list.empty', 'No permits', '“没有作业票”的译文与英文相同，还没有翻译'],
    ['pt-BR', 'list.total', 'Total', '“共{total}条”的译文与中文的占位不一致，应有 {total}'],
    ['en-US', 'list.total', 'Total {count}', '“共{total}条”的译文与中文的占位不一致，应有 {total}'],
    ['en-US', 'list.gone', 'Gone', '代码里没有标识为“list.gone”的文字'],
  ] as const)('in %s catches a broken %s', (language, id, translation, message) => {
    expect(check(language, id, translation)).toEqual([message]);
  });

  it('asks for no file in the language of the ids, and for words that differ from them in another', () => {
    const table = new Map([[FILE, new Map([['Longest text.', '最多几个字。']])]]);
    const say = (text: string) => (file: string) => (file.includes('pt-BR') ? { 'Longest text.': text } : undefined);
    const isEnglish = (_: string, language: string) => language === 'en-US';
    expect(checkTexts(table, say('Texto mais longo.'), isEnglish)).toEqual([]);
    expect(checkTexts(table, say('Longest text.'), isEnglish)).toHaveLength(1);
    expect(checkTexts(table, say('Texto mais longo.'))).toHaveLength(1);
  });

  it('catches a file that is not there', () => {
    const only = (file: string) =>
      file.includes('pt-BR') ? undefined : (sound as Record<string, Record<string, string>>)[file];
    expect(checkTexts(texts, only)).toHaveLength(4);
  });
});

it('finds what the code says, and nothing else that is Chinese', () => {
  const source = `
    // say('不算')
    const TITLES = spoken({ add: '新增' });
    throw new Error(say('{field}不能为空', { field: '名称' }));
    logger.info('日志');
  `;
  expect(saidTexts('sample.ts', source)).toEqual(['新增', '{field}不能为空']);
});

it('writes traditional Chinese in the words of Taiwan, and leaves places alone', () => {
  expect(toTraditional('{title}保存成功，请联系管理员')).toBe('{title}儲存成功，請聯絡管理員');
  expect(toTraditional('您没有权限；提交并继续新增，会签')).toBe('您沒有權限；提交並繼續新增，會簽');
  expect(toTraditional('承包商在受限空间的吊装作业')).toBe('承攬商在侷限空間的吊掛作業');
});
