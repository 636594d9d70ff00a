import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../core/expression/index.ts';
import { functionAt } from './expression-help.ts';
import { completeKeyword } from './keyword-completion.ts';
import { searchKeywords } from './keywords.ts';

/** The editor's state and cursor: `|` in a computed field's expression. */
function cursorIn(expression: string, keyword = 'compute') {
  const doc = `{"record": {"properties": {"due": {"title": "期限", "${keyword}": "${expression}"}}}}`;
  const position = doc.indexOf('|');
  const state = EditorState.create({ doc: doc.replace('|', ''), extensions: [json()] });
  return { state, position };
}

function offered(expression: string, keyword?: string): readonly string[] {
  const { state, position } = cursorIn(expression, keyword);
  return completeKeyword(new CompletionContext(state, position, false))?.options.map(({ label }) => label) ?? [];
}

describe('completion in an expression', () => {
  it('offers every function, with its parameters and what it gives', () => {
    expect(offered('level == 1 and sta|')).toEqual(Object.keys(FUNCTIONS));
    const { state, position } = cursorIn('addW|');
    const found = completeKeyword(new CompletionContext(state, position, false));
    expect(found?.from).toBe(position - 4);
    expect(found?.options.find(({ label }) => label === 'addWorkdays')).toMatchObject({
      detail: '(日期, 天数)',
      info: expect.stringContaining('工作日'),
    });
  });

  it('offers none within a text, behind a point, and where no expression stands', () => {
    expect(offered("level == 'sta|'")).toEqual([]);
    expect(offered('deptId.na|')).toEqual([]);
    expect(offered('sta|', 'hint')).toEqual([]);
  });
});

describe('what is told of the word under the pointer', () => {
  const toldAt = (expression: string) => {
    const { state, position } = cursorIn(expression);
    return functionAt(state, position)?.signature;
  };

  it('is the function that is called there', () => {
    expect(toldAt("hasAll(tags, ke|ys('peril-level'))")).toBe("keys('字典')");
    expect(toldAt("|hasAll(tags, keys('peril-level'))")).toBe('hasAll(列表甲, 列表乙)');
  });

  it('is nothing of a field, a text or another function', () => {
    expect(toldAt('le|vel == size(tags)')).toBeUndefined();
    expect(toldAt("concat('si|ze(')")).toBeUndefined();
    expect(toldAt('nothing|(1)')).toBeUndefined();
  });
});

it('the reference finds functions by name and by what they say', () => {
  const groups = searchKeywords('ISO 8601', [
    { title: '函数', keywords: [{ name: 'week(日期)', description: '按 ISO 8601', values: [] }] },
  ]);
  expect(groups.at(-1)?.keywords.map(({ name }) => name)).toEqual(['week(日期)']);
});
