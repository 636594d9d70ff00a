import { type Node, parseTree } from 'jsonc-parser';
import { textColumns } from '../text/text-width.ts';
import { type JsonFault, readJson } from './read-json.ts';

/** Columns of a printed line. */
const WIDTH = 120;

/**
 * Prints a metadata file in its one form: what fits 120 columns stands on one line, all else has a line for each member,
 * indented by two; numbers, and names of fields, actions or roles, share lines. Order, and how numbers and texts are written, stay. What was
 * printed prints as itself.
 * For a value, print its `JSON.stringify`. Text that is no JSON gives its fault; never throws.
 */
export function printJson(text: string): { readonly printed: string } | { readonly fault: JsonFault } {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const read = readJson(source);
  if ('fault' in read) return read;
  const root = parseTree(source);
  return { printed: root === undefined ? '' : `${printed(root, 0, 0)}\n` };

  /** A node at `indent` columns, of whose line `used` columns go to what stands before and behind it. */
  function printed(node: Node, indent: number, used: number): string {
    return onOneLine(node, WIDTH - used) ?? onLines(node, indent);
  }

  /** A node on one line of `room` columns; undefined where it needs more. */
  function onOneLine(node: Node, room: number): string | undefined {
    const members = node.children ?? [];
    if (!isGroup(node) || members.length === 0) {
      const written = literal(node);
      return textColumns(written) <= room ? written : undefined;
    }
    const [open, close] = node.type === 'object' ? ['{ ', ' }'] : ['[', ']'];
    const parts: string[] = [];
    let left = room - open.length - close.length;
    for (const member of members) {
      const key = keyOf(member);
      const part = left < 0 ? undefined : onOneLine(valueIn(member), left - textColumns(key));
      if (part === undefined) return undefined;
      parts.push(key + part);
      left -= textColumns(key) + textColumns(part) + ', '.length;
    }
    return left + ', '.length < 0 ? undefined : `${open}${parts.join(', ')}${close}`;
  }

  function onLines(node: Node, indent: number): string {
    const members = node.children ?? [];
    if (!isGroup(node) || members.length === 0) return literal(node);
    const [open, close] = node.type === 'object' ? '{}' : '[]';
    const within = indent + 2;
    const commaAfter = (index: number): string => (index < members.length - 1 ? ',' : '');
    const lines = members.every(isWord)
      ? filled(
          members.map((member, index) => literal(member) + commaAfter(index)),
          WIDTH - within,
        )
      : members.map((member, index) => {
          const key = keyOf(member);
          const comma = commaAfter(index);
          return `${key}${printed(valueIn(member), within, within + textColumns(key) + comma.length)}${comma}`;
        });
    const margin = ' '.repeat(within);
    return `${open}\n${margin}${lines.join(`\n${margin}`)}\n${' '.repeat(indent)}${close}`;
  }

  /** What stands before a member's value: its key in an object, nothing in an array. */
  function keyOf(member: Node): string {
    const [key] = member.type === 'property' ? (member.children ?? []) : [];
    return key === undefined ? '' : `${literal(key)}: `;
  }

  /** What has no members, as it is written; what is blank inside empty brackets goes. */
  function literal(node: Node): string {
    if (node.type === 'object') return '{}';
    if (node.type === 'array') return '[]';
    return source.slice(node.offset, node.offset + node.length);
  }
}

/** Words put into as few lines of `room` columns as hold them. */
function filled(words: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Whether a member of a list is short enough to be read in a line of others: a number, or a text that is a name. */
const isWord = ({ type, value }: Node): boolean =>
  type === 'number' || (type === 'string' && /^(?:\.\.\.|[-@]?\w+(?:[.:]\w+)*)$/.test(value));

const isGroup = (node: Node): boolean => node.type === 'object' || node.type === 'array';

const valueIn = (member: Node): Node => (member.type === 'property' ? (member.children?.[1] ?? member) : member);
