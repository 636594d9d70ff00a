import { expect, test } from 'vitest';
import { callAround, completionsAt, createScope } from './index.ts';

const level = { high: '重大', low: '一般' };
const scope = createScope({
  names: {
    amount: { type: 'number', title: '数量' },
    level: {
      type: 'text',
      title: '风险等级',
      choices: Object.keys(level),
      choiceTitle: (key) => level[key as keyof typeof level],
    },
    deptId: { type: 'text', title: '责任部门', record: 'dept' },
    chemicals: { type: { rows: 'chemicals' }, title: '化学品' },
  },
  records: { dept: { name: { type: 'text', title: '名称' } } },
  rows: { chemicals: { q: { type: 'number', title: '存量' } } },
  entities: { site: { small: true, names: { code: { type: 'text', title: '编号' } } } },
  dictionaries: ['peril-level'],
  settings: { 'site.limit': { type: 'number' } },
});

/** What is offered at `|`: what would be written, with its title. */
function offered(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  return completionsAt(marked.replace('|', ''), offset, scope).options.map(({ insert, title }) =>
    title === undefined ? insert : `${insert} ${title}`,
  );
}

test('fields stand before functions where a value may come, with their titles', () => {
  expect(offered('|').slice(0, 4)).toEqual(['amount 数量', 'level 风险等级', 'deptId 责任部门', 'chemicals 化学品']);
  expect(offered('amount > 1 and (风险|')).toContain('level 风险等级');
  expect(offered('amount + |')).toContain('daysBetween(');
  expect(offered('not |')).toContain('true');
});

test('operators come behind a value, and nothing else', () => {
  expect(offered('amount |')).toContain('>= ');
  expect(offered("level == 'high' |").slice(0, 1)).toEqual(['== ']);
  expect(offered('sum(chemicals, q) a|')).toContain('and ');
  expect(offered('amount |')).not.toContain('amount 数量');
});

test.each([['level == |'], ["level != '|"], ["level in ['high', |"], ['amount > 1 and level ≠ |']])(
  'choices come behind what is compared: %s',
  (marked) => {
    expect(offered(marked).slice(0, 2)).toEqual(["'high' 重大", "'low' 一般"]);
  },
);

test('choices do not come where something else is compared', () => {
  expect(offered("level == 'high' and |")).not.toContain("'high' 重大");
  expect(offered('amount == |')).not.toContain("'high' 重大");
});

test('behind a point stand the fields of the record that is named', () => {
  expect(offered('deptId.|')).toEqual(['name 名称']);
  expect(offered('amount > 0 and me.real|')).toContain('realName');
  expect(offered('amount.|')).toEqual([]);
});

test('within an aggregate the names are those of the rows, whatever is open around it', () => {
  expect(offered('sum(chemicals, |')).toContain('q 存量');
  expect(offered('sum(chemicals, |')).not.toContain('level 风险等级');
  expect(offered('sum(|')).toContain('chemicals 化学品');
  expect(offered("exists('site', (|")).toContain('code 编号');
  expect(offered('sum(chemicals, q) + |')).toContain('level 风险等级');
});

test('what a call wants written out is offered in quotes', () => {
  expect(offered('exists(|').slice(0, 1)).toEqual(["'site'"]);
  expect(offered("rank('|")).toEqual(["'peril-level'"]);
  expect(offered('setting(|').slice(0, 1)).toEqual(["'site.limit'"]);
  expect(offered("startOf(today(), '|")).toContain("'quarter'");
});

test('the word that is begun is what gives way, with the quote that closes it', () => {
  expect(completionsAt('amount > 风险', 11, scope)).toMatchObject({ from: 9, to: 11, word: '风险' });
  expect(completionsAt("level == ''", 10, scope)).toMatchObject({ from: 9, to: 11, word: '' });
  expect(completionsAt('amount ', 7, scope)).toMatchObject({ from: 7, to: 7, word: '' });
});

test('the call around an offset is told with the argument that is written', () => {
  const at = (marked: string) => {
    const found = callAround(marked.replace('|', ''), marked.indexOf('|'));
    return found && `${found.definition.name} ${found.argument}`;
  };
  expect(at('round(amount, |)')).toBe('round 1');
  expect(at('round(max(1, (2 + |')).toBe('max 1');
  expect(at("concat('(', |")).toBe('concat 1');
  expect(at('round(amount) + |')).toBeUndefined();
  expect(at('1 + rou|nd(amount)')).toBe('round 0');
  expect(at('min(rou|nd(amount))')).toBe('round 0');
});
