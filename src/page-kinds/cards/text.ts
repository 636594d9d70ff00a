import { defineTexts } from '../../ui/text/define-texts.ts';

export const { useText: useCardsText, text: cardsKindText } = defineTexts('kind-cards', {
  title: '卡片',
  'no.cover': '没有图片',
});
