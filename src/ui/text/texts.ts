import { defineTexts } from './define-texts.ts';
import { zhCN } from './zh-CN.ts';

/** Texts of the interface pieces by id. */
export const { useText: useUiText, text: uiText } = defineTexts({ 'zh-CN': zhCN });
