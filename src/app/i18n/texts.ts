import { defineTexts } from '../../ui/text/define-texts.ts';
import { zhCN } from '../locales/zh-CN.ts';

/** Texts of the shell by id. */
export const { useText, text } = defineTexts({ 'zh-CN': zhCN });

/** Id of a shell text. */
export type TextId = keyof typeof zhCN;
