import { defineTexts } from '../../ui/text/define-texts.ts';

export const { text: calendarKindText } = defineTexts('kind-calendar', { title: '日历' });
