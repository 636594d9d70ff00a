import { describe, expect, it } from 'vitest';
import { clashesSince, type DesignStep, editsOf, type LoggedStep, redoable, undoable } from './design-log.ts';

const title = (id: string, field: string, value: string, base = ''): DesignStep => ({
  step: 'do',
  id,
  entity: 'check',
  edits: [{ edit: 'set', at: ['record', 'properties', field], property: 'title', base, value }],
});
const logOf = (...steps: (readonly [string, DesignStep])[]): LoggedStep[] =>
  steps.map(([userId, step], index) => ({ seq: index + 1, userId, step }));

describe('a log of design', () => {
  it('takes back a person’s own newest command, whatever others have done since', () => {
    const log = logOf(['ann', title('1', 'name', '甲')], ['bo', title('2', 'day', '乙')]);
    expect(undoable(log, 'ann')).toBe('1');
    const undone = [...log, ...logOf(['ann', { step: 'undo', id: '3', of: '1' }])];
    expect(editsOf(undone, 'check')).toMatchObject([{ value: '乙' }]);
    expect([undoable(undone, 'ann'), redoable(undone, 'ann'), redoable(undone, 'bo')]).toEqual([
      undefined,
      '1',
      undefined,
    ]);
  });

  it('brings back what was taken back last, until something new is done', () => {
    const log = logOf(
      ['ann', title('1', 'name', '甲')],
      ['ann', title('2', 'day', '乙')],
      ['ann', { step: 'undo', id: '3', of: '2' }],
      ['ann', { step: 'undo', id: '4', of: '1' }],
    );
    expect(redoable(log, 'ann')).toBe('1');
    const redone = [...log, ...logOf(['ann', { step: 'redo', id: '5', of: '1' }])];
    expect([redoable(redone, 'ann'), editsOf(redone, 'check').length]).toEqual(['2', 1]);
    expect(redoable([...redone, ...logOf(['ann', title('6', 'kind', '丙')])], 'ann')).toBeUndefined();
  });

  it('finds two people against each other only where both touched the same', () => {
    const at = ['record', 'properties', 'day'];
    const hide: DesignStep = { step: 'do', id: '9', entity: 'check', edits: [{ edit: 'hide', at }] };
    const log = logOf(['bo', title('1', 'day', '乙')]);
    expect(clashesSince(log, 0, title('2', 'name', '甲'))).toEqual([]);
    expect(clashesSince(log, 0, title('2', 'day', '甲'))).toHaveLength(1);
    expect(clashesSince(log, 1, title('2', 'day', '甲'))).toEqual([]);
    expect(clashesSince(log, 0, hide)).toHaveLength(1);
    expect(clashesSince(log, 0, { step: 'undo', id: '3', of: '1' })).toHaveLength(1);
    expect(clashesSince(log, 0, { ...title('2', 'day', '甲'), entity: 'other' } as DesignStep)).toEqual([]);
  });
});
