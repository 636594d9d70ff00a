import { FUNCTIONS } from '../../src/core/expression/index.ts';

/** A node of a meta-schema, as far as the reference shows it. */
interface SchemaNode {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | false;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface MetaSchema extends SchemaNode {
  readonly $defs: Readonly<Record<string, SchemaNode>>;
}

/** Markdown tables of every keyword of a meta-schema, one section for each definition that has keywords. */
export function generateKeywordReference(schema: MetaSchema): string {
  const sections = [section('entity', schema, schema)];
  for (const [name, definition] of Object.entries(schema.$defs)) {
    if (definition.properties !== undefined) sections.push(section(name, definition, schema));
    else {
      const said = `${meaningOf(definition, schema)} ${typeOf(definition)}${limits(definition)}`.trim();
      const rows = innerRows(definition, '', schema);
      sections.push(`## ${name}\n\n${said}${rows.length === 0 ? '' : `\n\n${table(rows)}`}`);
    }
  }
  return sections.join('\n\n');
}

/** Markdown table of every keyword of a meta-schema without definitions. */
export function generateKeywordTable(schema: SchemaNode): string {
  return table(innerRows(schema, '', { ...schema, $defs: {} }));
}

function section(name: string, node: SchemaNode, schema: MetaSchema): string {
  return `## ${name}\n\n${node.description ?? ''}\n\n${table(innerRows(node, '', schema))}`;
}

function table(rows: readonly string[]): string {
  return ['| Keyword | Value | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** Rows of the keywords that stand in what a keyword holds: in an object, in each entry of a map or a list, in each form. */
function innerRows(node: SchemaNode, path: string, schema: MetaSchema): readonly string[] {
  if (node.properties !== undefined) return keywordRows(node, path === '' ? '' : `${path}.`, schema);
  if (node.additionalProperties) return innerRows(node.additionalProperties, `${path}.*`, schema);
  if (node.items !== undefined) return innerRows(node.items, `${path}[]`, schema);
  return [...new Set((node.oneOf ?? []).flatMap((form) => innerRows(form, path, schema)))];
}

function keywordRows(node: SchemaNode, prefix: string, schema: MetaSchema): readonly string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const needed = node.required?.includes(key) === true ? ' (required)' : '';
    const cells = [
      `\`${prefix}${key}\`${needed}`,
      `${typeOf(child)}${limits(child)}`,
      escapeCell(meaningOf(child, schema)),
    ];
    return [`| ${cells.join(' | ')} |`, ...innerRows(child, `${prefix}${key}`, schema)];
  });
}

/** What a keyword means, with what its forms are where it has several. */
function meaningOf(node: SchemaNode, schema: MetaSchema): string {
  const named = node.$ref === undefined ? undefined : schema.$defs[node.$ref.replace('#/$defs/', '')];
  const forms = (node.oneOf ?? []).map(({ description }) => description);
  return [node.description ?? named?.description, ...forms].filter(Boolean).join(' ');
}

function typeOf(node: SchemaNode): string {
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/$defs/', '');
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  if (node.enum !== undefined) return node.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (node.oneOf !== undefined) return node.oneOf.map(typeOf).join(' or ');
  if (node.type === 'array') return `list of ${node.items === undefined ? 'values' : typeOf(node.items)}`;
  if (node.type === 'object') {
    if (node.properties !== undefined)
      return `object of ${Object.keys(node.properties)
        .map((key) => `\`${key}\``)
        .join(', ')}`;
    return node.additionalProperties ? `map of ${typeOf(node.additionalProperties)}` : 'object';
  }
  return node.type === undefined ? 'any value' : [node.type].flat().join(' or ');
}

function limits(node: SchemaNode): string {
  const parts = (['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const).flatMap((key) =>
    node[key] === undefined ? [] : [`${key} ${node[key]}`],
  );
  if (node.pattern !== undefined) parts.push(`\`${escapeCell(node.pattern)}\``);
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

/** Markdown table of the functions of expressions. */
export function generateFunctionReference(): string {
  const rows = Object.values(FUNCTIONS).map(({ signature, doc, example, live, serverOnly }) => {
    const marks = [live === true ? '值会自己变化' : '', serverOnly === true ? '只在服务器上计算' : ''].filter(Boolean);
    const more = marks.length > 0 ? `（${marks.join('，')}）` : '';
    return `| \`${escapeCell(signature)}\` | ${escapeCell(doc)}${more} | \`${escapeCell(example)}\` |`;
  });
  return ['| 函数 | 含义 | 例 |', '|---|---|---|', ...rows].join('\n');
}

/** Text as it may stand in a cell of a table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The text with what stands between `<!-- begin name -->` and `<!-- end name -->` replaced. Throws without markers. */
export function replaceBetweenMarkers(text: string, parts: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const from = result.indexOf(begin);
    const to = result.indexOf(end);
    if (from < 0 || to < from) throw new Error(`文档缺少标记 ${begin} 与 ${end}`);
    result = `${result.slice(0, from + begin.length)}\n\n${part}\n\n${result.slice(to)}`;
  }
  return result;
}
