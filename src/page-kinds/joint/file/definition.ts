import type { FileTab, RecordFileSettings } from '../../../core/joint/file.ts';
import type { JointKindDefinition, MemberPage, PlacedJointPage } from '../../../core/joint/joint-kind.ts';

const KEY = '^[a-z][A-Za-z0-9]{0,39}$';

export const definition: JointKindDefinition<RecordFileSettings> = {
  view: 'file',
  says: 'a list, and of each of its records a file: the record with lists of what refers to it',
  schema: {
    description: 'Of pages of the kind `file`. Whose files they are, and what is in them.',
    type: 'object',
    additionalProperties: false,
    required: ['of', 'tabs'],
    properties: {
      of: { type: 'string', description: 'Code of the page whose records have a file; its list comes first.' },
      print: {
        description: 'Prints the file `whole`, up to 1,000 rows of each list, or not at all, `none`. Default `whole`.',
        enum: ['whole', 'none'],
      },
      tabs: {
        description: 'Lists of the file by key, in order; a person sees those whose pages he sees.',
        type: 'object',
        minProperties: 1,
        maxProperties: 12,
        propertyNames: { pattern: KEY },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['page', 'by'],
          properties: {
            page: { type: 'string', description: 'Code of a page of an entity.' },
            by: {
              type: 'string',
              description: 'Field by which the records of the page refer to the one whose file it is.',
            },
            title: {
              type: 'string',
              description: 'Name in Chinese. Default that of the page.',
              minLength: 1,
              maxLength: 20,
            },
          },
        },
      },
    },
  },
  build(placed) {
    const source = placed.file.file;
    if (source === undefined) return undefined;
    const of = placed.member(source.of, ['file', 'of']);
    if (of === undefined) return undefined;
    const tabs = Object.keys(source.tabs).flatMap((key) => tabOf(placed, of, key) ?? []);
    return { of: source.of, tabs, print: source.print !== 'none' };
  },
  members: ({ of }) => [of],
  texts: ({ file }) =>
    Object.entries(file?.tabs ?? {}).flatMap(([key, { title }]) =>
      title === undefined ? [] : [[['file', 'tabs', key, 'title'], title] as const],
    ),
};

function tabOf(placed: PlacedJointPage, of: MemberPage, key: string): FileTab | undefined {
  const source = placed.file.file?.tabs[key];
  if (source === undefined) return undefined;
  const at = ['file', 'tabs', key];
  const member = placed.member(source.page, [...at, 'page']);
  const field = member && placed.field(member, source.by, [...at, 'by']);
  if (member === undefined || field === undefined) return undefined;
  const title = source.title ?? member.page.title;
  if (field.target !== of.model.key) {
    placed.fault(
      [...at, 'by'],
      `“${member.model.title}”的字段“${field.title}”不引用“${of.model.title}”`,
      `改为引用“${of.model.title}”的字段`,
    );
    return undefined;
  }
  if (field.filter === 'none' || field.column === undefined) {
    placed.fault([...at, 'by'], `不能按“${field.title}”筛选：它没有可筛选的值`, '改为已存储的引用');
    return undefined;
  }
  return { key, title, page: source.page, by: source.by };
}
