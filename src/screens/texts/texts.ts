import { defineTexts } from '../../ui/text/define-texts.ts';
import { zhCN } from './zh-CN.ts';

/** Texts of the hand-written screens by id. */
export const { useText, text } = defineTexts({ 'zh-CN': zhCN });
