import { describe, expect, it } from 'vitest';
import { isKnownCircle, isKnownImport, NO_FAULTS, shrinkKnownFaults } from './known-faults.ts';

const known = {
  circles: [['a', 'b', 'c', 'd']],
  backwardImports: { a: ['b', 'c'], d: ['a'] },
  unusedExports: { a: ['one', 'two'], b: ['one'] },
  repeatedNames: ['one', 'two'],
};
const unused = [
  { file: 'a', name: 'one' },
  { file: 'a', name: 'two' },
  { file: 'b', name: 'one' },
];

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
  const nothing = { circles: [], backwardImports: [], unusedExports: [], repeatedNames: [] };
  const imports = [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'd', to: 'a' },
  ];

  it('is all of them while all stand', () => {
    expect(
      shrinkKnownFaults(known, {
        circles: known.circles,
        backwardImports: imports,
        unusedExports: unused,
        repeatedNames: ['one', 'two'],
      }),
    ).toEqual(known);
  });

  it('is nothing once nothing stands', () => {
    expect(shrinkKnownFaults(known, nothing)).toEqual(NO_FAULTS);
  });

  it('is the parts of a circle that was opened, and the imports that stand', () => {
    const left = shrinkKnownFaults(known, {
      circles: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      backwardImports: imports.slice(0, 1),
      unusedExports: unused.slice(1, 2),
      repeatedNames: ['two'],
    });
    expect(left).toEqual({
      circles: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      backwardImports: { a: ['b'] },
      unusedExports: { a: ['two'] },
      repeatedNames: ['two'],
    });
  });

  it('never takes up what is new', () => {
    const found = {
      circles: [
        ['a', 'b', 'e'],
        ['x', 'y'],
      ],
      backwardImports: [{ from: 'x', to: 'y' }],
      unusedExports: [{ file: 'a', name: 'three' }],
      repeatedNames: ['three'],
    };
    expect(shrinkKnownFaults(known, found)).toEqual({ ...NO_FAULTS, circles: [['a', 'b']] });
  });

  it('keeps a circle of one file, and makes none of a larger one', () => {
    const one = { ...NO_FAULTS, circles: [['a']] };
    expect(shrinkKnownFaults(one, { ...nothing, circles: [['a']] })).toEqual(one);
    expect(shrinkKnownFaults(known, { ...nothing, circles: [['a', 'e']] }).circles).toEqual([]);
  });
});
