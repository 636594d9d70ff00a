import { describe, expect, it } from 'vitest';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import type { Language } from '../../../src/core/text/language.ts';
import { inLanguage } from '../../ground/language/language.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { levelTitle } from './level-title.ts';
import type { FrozenLevel } from './request.ts';

const level = (key: string, title: string): FrozenLevel => ({
  key,
  title,
  mode: 'any',
  seats: [],
  vote: {},
  timers: {},
});

function snapshotOf(shipped: boolean): MetadataSnapshot {
  const model = { label: 'nodeName', field: new Map([['nodeName', { property: { shipped } }]]) };
  const known = {
    entities: new Map([['flowRule', model]]),
    shippedValues: new Map([['安全部门审核', 'Review by the safety department']]),
  };
  return known as unknown as MetadataSnapshot;
}

const transition = {
  approval: { levels: [{ key: 'head', title: 'Head of department' }], from: { entity: 'flowRule' } },
} as unknown as TransitionModel;

const titleIn = (language: Language, frozen: FrozenLevel, snapshot = snapshotOf(true)) =>
  inLanguage(language, () => levelTitle(frozen, transition, snapshot));

describe('the title of a level', () => {
  it('is said as the file words it where the file has the level', () => {
    expect(titleIn('en-US', level('head', '部门负责人'))).toBe('Head of department');
    expect(titleIn('zh-CN', level('head', '部门负责人'))).toBe('部门负责人');
  });

  it('is said in the reader’s language where a shipped row holds the level', () => {
    expect(titleIn('en-US', level('7', '安全部门审核'))).toBe('Review by the safety department');
    expect(titleIn('zh-CN', level('7', '安全部门审核'))).toBe('安全部门审核');
  });

  it('stays as it was typed where it is not a shipped text', () => {
    expect(titleIn('en-US', level('7', '本厂自设的一级'))).toBe('本厂自设的一级');
    expect(titleIn('en-US', level('7', '安全部门审核'), snapshotOf(false))).toBe('安全部门审核');
  });
});
