import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { DictionaryItem } from '../../../src/core/wire/menu.ts';
import type { Dictionary } from '../../metadata/snapshot.ts';
import type { PersonInput, SystemCall } from './system-call.ts';
import { nestNodes } from './tree-nodes.ts';

function dictionaryOf({ snapshot, argument }: PersonInput): Dictionary {
  const dictionary = snapshot.dictionaries.get(argument('code') ?? '');
  if (dictionary === undefined) throw new AnlanError('notFound', { what: say('字典') });
  return dictionary;
}

function itemsOf(dictionary: Dictionary): DictionaryItem[] {
  return dictionary.choices.map((choice, index) => ({
    id: choice.key,
    parentId: choice.parent ?? null,
    code: dictionary.code,
    dictKey: choice.key,
    dictValue: choice.title,
    sort: (index + 1) * 10,
    color: choice.color ?? null,
    isSealed: choice.sealed === true ? '1' : '0',
  }));
}

const codeArgument = { code: { title: '字典编号', required: true } } as const;

/** The calls that read dictionaries. */
export const dictionaryCalls: readonly SystemCall[] = [
  {
    name: 'dictionary',
    method: 'GET',
    path: 'dict-biz/dictionary',
    title: '字典项列表',
    arguments: codeArgument,
    answer: '字典项：dictKey、dictValue、sort、color、isSealed',
    handle: async (input) => itemsOf(dictionaryOf(input)),
  },
  {
    name: 'dictionaryTree',
    method: 'GET',
    path: 'dict-biz/dictionary-tree',
    title: '字典项树',
    arguments: codeArgument,
    answer: '字典项，含下级',
    handle: async (input) => nestNodes(itemsOf(dictionaryOf(input))),
  },
];
