import { defineTexts } from '../../ui/text/define-texts.ts';

export const { text: timelineKindText } = defineTexts('kind-timeline', { title: '时间线' });
