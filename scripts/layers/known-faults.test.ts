import { describe, expect, it } from 'vitest';
import { isKnownCircle, isKnownImport, shrinkKnownFaults } from './known-faults.ts';

const known = { circles: [['a', 'b', 'c', 'd']], backwardImports: { a: ['b', 'c'], d: ['a'] } };

describe('a known fault', () => {
  it('is a circle, or what is left of it, and none that another file joined', () => {
    expect(isKnownCircle(known, ['a', 'b', 'c', 'd'])).toBe(true);
    expect(isKnownCircle(known, ['b', 'd'])).toBe(true);
    expect(isKnownCircle(known, ['b', 'e'])).toBe(false);
  });

  it('is an import from one file to one other', () => {
    expect(isKnownImport(known, { from: 'a', to: 'c' })).toBe(true);
    expect(isKnownImport(known, { from: 'c', to: 'a' })).toBe(false);
  });
});

describe('what is left of the known faults', () => {
  const imports = [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'd', to: 'a' },
  ];

  it('is all of them while all stand', () => {
    expect(shrinkKnownFaults(known, { circles: known.circles, backwardImports: imports })).toEqual(known);
  });

  it('is nothing once nothing stands', () => {
    expect(shrinkKnownFaults(known, { circles: [], backwardImports: [] })).toEqual({
      circles: [],
      backwardImports: {},
    });
  });

  it('is the parts of a circle that was opened, and the imports that stand', () => {
    const left = shrinkKnownFaults(known, {
      circles: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      backwardImports: imports.slice(0, 1),
    });
    expect(left).toEqual({
      circles: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      backwardImports: { a: ['b'] },
    });
  });

  it('never takes up what is new', () => {
    const found = {
      circles: [
        ['a', 'b', 'e'],
        ['x', 'y'],
      ],
      backwardImports: [{ from: 'x', to: 'y' }],
    };
    expect(shrinkKnownFaults(known, found)).toEqual({ circles: [['a', 'b']], backwardImports: {} });
  });

  it('keeps a circle of one file, and makes none of a larger one', () => {
    const one = { circles: [['a']], backwardImports: {} };
    expect(shrinkKnownFaults(one, { circles: [['a']], backwardImports: [] })).toEqual(one);
    expect(shrinkKnownFaults(known, { circles: [['a', 'e']], backwardImports: [] }).circles).toEqual([]);
  });
});
