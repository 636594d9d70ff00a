import { describe, expect, it } from 'vitest';
import {
  choiceEdit,
  choicesBefore,
  choicesWith,
  compactChoices,
  isChoiceEdit,
  newChoiceEdit,
  type PlacedChoice,
} from './own-dictionary.ts';

const CHOICES: readonly PlacedChoice[] = [
  { key: '1', title: '一般', order: 10 },
  { key: '2', title: '重大', color: 'red', order: 20 },
];
const [first, second] = CHOICES as [PlacedChoice, PlacedChoice];

describe('a dictionary that a company changes', () => {
  it('has its choices as they were said last, in their order', () => {
    const edits = [
      choiceEdit(first, 'title', '普通'),
      newChoiceEdit('3', '较大', 15),
      choiceEdit(first, 'title', '一般（低）'),
      choiceEdit(second, 'sealed', true),
    ];
    expect(choicesWith(CHOICES, edits).map(({ key, title, sealed }) => [key, title, sealed === true])).toEqual([
      ['1', '一般（低）', false],
      ['3', '较大', false],
      ['2', '重大', true],
    ]);
    expect(choicesWith(CHOICES, compactChoices(edits))).toEqual(choicesWith(CHOICES, edits));
    expect(compactChoices(edits)).toHaveLength(3);
  });

  it('goes back to what it was, and keeps what records may hold', () => {
    const edits = compactChoices([
      choiceEdit(first, 'title', '普通'),
      choiceEdit(second, 'color', null),
      newChoiceEdit('3', '较大', 15),
    ]);
    const after = choicesWith(CHOICES, edits);
    expect(choicesBefore(after, edits)).toEqual([first, { key: '3', title: '较大', order: 15, sealed: true }, second]);
    expect(choicesWith(choicesBefore(after, edits), edits)).toEqual(after);
  });

  it.each([
    [choiceEdit(first, 'title', ' ')],
    [choiceEdit(first, 'order', -1)],
    [choiceEdit(first, 'color', 7)],
    [{ ...choiceEdit(first, 'title', '甲'), property: 'key' }],
    [newChoiceEdit('__proto__', '甲', 1)],
    [newChoiceEdit('4', '', 1)],
    [{ edit: 'hide', at: ['1'] } as const],
  ])('refuses %j', (edit) => expect(isChoiceEdit(edit)).toBe(false));
});
