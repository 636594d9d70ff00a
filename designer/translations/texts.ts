import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of translating. */
export const { useText: useTranslationText } = defineTexts('designer-translations', {
  search: '搜索文字',
  missing: '只看缺译文的',
  original: '中文',
  none: '没有符合的文字',
  'language.zh-TW': '繁体中文',
  'language.en-US': '英文',
  'language.pt-BR': '葡萄牙文',
  of: '“{text}”的{language}译文',
  back: '还原为出厂译文',
  count: '共{count}条，缺译文{missing}条',
  hint: '中文在“表单”里修改；译文随草稿一起发布。',
});
