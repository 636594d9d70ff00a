import { describeType, type ValueType } from '../../../core/expression/index.ts';
import type { JointKindDefinition, MemberPage, PlacedJointPage } from '../../../core/joint/joint-kind.ts';
import type { UnionMember, UnionSettings } from '../../../core/joint/union.ts';
import type { FieldModel } from '../../../core/model/entity-model.ts';

/** Pages at most: each of them is read for every answer. */
const MOST_MEMBERS = 12;

const COLUMN = '^[a-z][A-Za-z0-9]{0,39}$';

export const definition: JointKindDefinition<UnionSettings> = {
  view: 'union',
  says: 'the records of several pages in one list, each under the rights of its page',
  schema: {
    description: 'Of pages of the kind `union`. Which records stand in the one list.',
    type: 'object',
    additionalProperties: false,
    required: ['columns', 'sort', 'of'],
    properties: {
      columns: {
        description: 'Columns by key, in order; what each means in a page is said with the page.',
        type: 'object',
        minProperties: 1,
        maxProperties: 12,
        propertyNames: { pattern: COLUMN },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['title'],
          properties: {
            title: { type: 'string', description: 'Name in Chinese.', minLength: 1, maxLength: 20 },
            tone: {
              description:
                'Of a date or moment: `due` colours what is past, and what is within `within` days. Default none.',
              enum: ['due'],
            },
            within: { type: 'integer', description: 'Days. Default 30.', minimum: 1, maximum: 365 },
          },
        },
      },
      where: {
        type: 'string',
        description: 'Condition over the columns, besides those of the pages. Default none.',
        minLength: 1,
        maxLength: 500,
      },
      sort: {
        type: 'string',
        description:
          'Column by which the list stands; a minus before it for the greatest first. In each page it is a stored field with an index.',
        pattern: '^-?[a-z][A-Za-z0-9]{0,39}$',
      },
      of: {
        description: 'The pages by key, in the order in which they are named.',
        type: 'object',
        minProperties: 2,
        maxProperties: MOST_MEMBERS,
        propertyNames: { pattern: COLUMN },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['page', 'columns'],
          properties: {
            page: { type: 'string', description: 'Code of a page of an entity.' },
            title: {
              type: 'string',
              description: 'Name in Chinese. Default that of the page.',
              minLength: 1,
              maxLength: 20,
            },
            where: {
              type: 'string',
              description: "Condition over the page's records. Default none.",
              minLength: 1,
              maxLength: 500,
            },
            columns: {
              description: 'Field by column; a column without one stays empty.',
              type: 'object',
              minProperties: 1,
              propertyNames: { pattern: COLUMN },
              additionalProperties: { type: 'string' },
            },
          },
        },
      },
    },
  },
  build(placed) {
    const source = placed.file.union;
    if (source === undefined) return undefined;
    const descending = source.sort.startsWith('-');
    const sort = source.sort.replace(/^-/, '');
    if (!Object.hasOwn(source.columns, sort)) {
      placed.fault(['union', 'sort'], `没有名为“${sort}”的列`, '改为 columns 里的列');
      return undefined;
    }
    const types = new Map<string, { type: ValueType; of: string }>();
    const members = Object.entries(source.of).flatMap(([key]) => memberOf(placed, key, sort, types) ?? []);
    const columns = Object.entries(source.columns).map(([key, column]) => ({
      key,
      title: column.title,
      ...(column.tone === undefined ? {} : { due: column.within ?? 30 }),
    }));
    for (const [key, { tone }] of Object.entries(source.columns)) {
      const type = types.get(key)?.type;
      if (tone === undefined || type === undefined || type === 'date' || type === 'dateTime') continue;
      placed.fault(['union', 'columns', key, 'tone'], `“${key}”不是日期，没有到期可言`, '去掉 tone');
    }
    return { columns, sort, descending, members };
  },
  members: ({ members }) => members.map(({ page }) => page),
  texts: ({ union }) => [
    ...Object.entries(union?.columns ?? {}).map(
      ([key, { title }]) => [['union', 'columns', key, 'title'], title] as const,
    ),
    ...Object.entries(union?.of ?? {}).flatMap(([key, { title }]) =>
      title === undefined ? [] : [[['union', 'of', key, 'title'], title] as const],
    ),
  ],
};

function memberOf(
  placed: PlacedJointPage,
  key: string,
  sort: string,
  types: Map<string, { type: ValueType; of: string }>,
): UnionMember | undefined {
  const union = placed.file.union;
  const source = union?.of[key];
  if (union === undefined || source === undefined) return undefined;
  const at = ['union', 'of', key] as const;
  const member = placed.member(source.page, [...at, 'page']);
  if (member === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const [column, name] of Object.entries(source.columns)) {
    const place = [...at, 'columns', column];
    if (!Object.hasOwn(union.columns, column)) {
      placed.fault(place, `没有名为“${column}”的列`, '改为 columns 里的列，或在那里加上它');
      continue;
    }
    const field = placed.shown(member, name, place);
    if (field === undefined) continue;
    checkType(placed, { column, key, field, place }, types);
    fields.set(column, name);
  }
  checkSort(placed, member, { at, sort, name: fields.get(sort) });
  const names = [...collectNames(union.where, Object.keys(union.columns))];
  const missing = names.find((name) => !fields.has(name));
  if (missing !== undefined && !Object.hasOwn(source.columns, missing)) {
    placed.fault([...at, 'columns'], `条件用到了列“${missing}”，这里没有说它是哪个字段`, `写上 "${missing}"`);
    return undefined;
  }
  return {
    key,
    title: source.title ?? member.page.title,
    page: source.page,
    entity: member.model.key,
    fields: Object.fromEntries(fields),
    where: [
      placed.expression(member, union.where, ['union', 'where'], 'boolean', fields),
      placed.expression(member, source.where, [...at, 'where'], 'boolean'),
    ].flatMap((expression) => expression ?? []),
  };
}

/** Which columns a condition names; where it cannot be read, that is reported with it. */
function collectNames(source: string | undefined, columns: readonly string[]): readonly string[] {
  const words = new Set(source?.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []);
  return columns.filter((column) => words.has(column));
}

interface TypedColumn {
  readonly column: string;
  readonly key: string;
  readonly field: FieldModel;
  readonly place: readonly string[];
}

function checkType(
  placed: PlacedJointPage,
  { column, key, field, place }: TypedColumn,
  types: Map<string, { type: ValueType; of: string }>,
): void {
  const known = types.get(column);
  if (known === undefined) {
    types.set(column, { type: field.valueType, of: key });
    return;
  }
  if (JSON.stringify(known.type) === JSON.stringify(field.valueType)) return;
  const [here, there] = [describeType(field.valueType), describeType(known.type)];
  placed.fault(
    place,
    `列“${column}”在“${key}”里是${here}，在“${known.of}”里是${there}`,
    '每个页面的同一列须是同一种值',
  );
}

function checkSort(
  placed: PlacedJointPage,
  member: MemberPage,
  { at, sort, name }: { at: readonly string[]; sort: string; name: string | undefined },
): void {
  if (name === undefined) {
    if (!Object.hasOwn(placed.file.union?.of[at[2] ?? '']?.columns ?? {}, sort))
      placed.fault([...at, 'columns'], `列表按“${sort}”排序，这里没有说它是哪个字段`, `写上 "${sort}"`);
    return;
  }
  const field = member.model.field.get(name);
  const place = [...at, 'columns', sort];
  if (field === undefined) return;
  if (!field.sortable || field.column === undefined || field.target !== undefined) {
    placed.fault(place, `不能按“${field.title}”排序：它没有可排序的存储值`, '改为已存储的日期、数字或文字');
  } else if (!isIndexed(member, field)) {
    placed.fault(place, `“${field.title}”没有索引，不能在合并列表里排序`, '在该字段上写 "index": true，或按它筛选');
  }
}

/** Whether the table has an index that begins with the field: filters, sorts and `index` bring one. */
function isIndexed({ model }: MemberPage, field: FieldModel): boolean {
  if (field.property.index !== undefined) return field.property.index;
  return Object.values(model.pages).some(
    ({ filters, sort }) => filters.includes(field.key) || sort[0]?.field === field.key,
  );
}
