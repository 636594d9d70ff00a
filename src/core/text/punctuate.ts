import { say } from './say.ts';

/** Texts one after the other: 样甲、样乙. */
export const listed = (texts: readonly string[]): string => texts.join(say('、'));

/** Parts of one short text: 4个顶点，约1.2万平方米. */
export const phrases = (texts: readonly string[]): string => texts.join(say('，'));

/** Clauses of one message: 请输入名称；请选择单位. */
export const clauses = (texts: readonly string[]): string => texts.join(say('；'));

/** A title and what it says: 处理人：样甲. */
export const titled = (title: string, value: string): string => say('{title}：{value}', { title, value });

/** A text with an aside: 样甲（代样乙）. */
export const withAside = (text: string, aside: string): string => say('{text}（{aside}）', { text, aside });

/** One sentence after another. */
export const sentences = (first: string, second: string): string => say('{first}。{second}', { first, second });
