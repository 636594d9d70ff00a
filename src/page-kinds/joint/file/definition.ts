import type { RecordFileSettings } from '../../../core/joint/file.ts';
import type { JointKindDefinition } from '../../../core/joint/joint-kind.ts';
import { REFERRING_LISTS, referringLists, referringTexts } from '../../../core/joint/referring-list.ts';

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
        minProperties: 1,
        maxProperties: 12,
        ...REFERRING_LISTS,
      },
    },
  },
  build(placed) {
    const source = placed.file.file;
    if (source === undefined) return undefined;
    const of = placed.member(source.of, ['file', 'of']);
    if (of === undefined) return undefined;
    const tabs = referringLists(placed, of, source.tabs, ['file', 'tabs']);
    return { of: source.of, tabs: tabs.map(({ member: _, ...tab }) => tab), print: source.print !== 'none' };
  },
  members: ({ of }) => [of],
  texts: ({ file }) => referringTexts(file?.tabs ?? {}, ['file', 'tabs']),
};
