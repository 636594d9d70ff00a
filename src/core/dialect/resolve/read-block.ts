import type { Problem } from '../problem.ts';
import { readJson, type TextPosition } from '../read-json.ts';
import { AUTHORED } from './resolve-entity.ts';

/** What reading a block gives: its value with the places of its parts, or everything wrong with it alone. */
type ReadBlock =
  | { readonly value: object; position(pointer: string): TextPosition | undefined }
  | { readonly problems: readonly Problem[] };

/** Keywords that are an entity's own, each with why no block gives them. */
const REFUSED: Readonly<Record<string, string>> = {
  use: '区块里不能再用区块',
  entity: '区块不是实体，没有自己的键',
  id: '区块不是实体，没有永久标识',
  title: '实体的名称由实体自己写',
  dialect: '方言版本由实体自己写',
};

/** Reads a block from its text: what can be told without an entity that uses it. */
export function readBlock(text: string, file: string): ReadBlock {
  const json = readJson(text);
  const problem = (pointer: string, message: string, fix: string, position?: TextPosition): Problem => ({
    file,
    pointer,
    message,
    fix,
    severity: 'error',
    ...position,
  });
  if ('fault' in json) {
    const { message, pointer, position } = json.fault;
    return { problems: [problem(pointer, `不是有效的 JSON：${message}`, '按 JSON 的写法改正', position)] };
  }
  const { value } = json;
  const problems = json.duplicates.map((twice) => problem(twice.pointer, twice.message, '只保留一处', twice.position));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [problem('', '区块文件须是一个 JSON 对象', `写实体文件的一部分，也可以写 ${AUTHORED[0]}`)] };
  }
  for (const [keyword, why] of Object.entries(REFUSED)) {
    if (!Object.hasOwn(value, keyword)) continue;
    problems.push(problem(`/${keyword}`, why, `删去“${keyword}”`, json.position(`/${keyword}`)));
  }
  return problems.length > 0 ? { problems } : { value, position: json.position };
}
