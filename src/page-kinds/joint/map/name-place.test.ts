import { describe, expect, it } from 'vitest';
import { LINE, type NameBox, namePlace, shortName, widthOf } from './name-place.ts';

/** An area of 200 by 100 pixels, where a unit of the map is half a pixel. */
const AREA: NameBox = [1_000, 2_000, 1_100, 2_050];
const RESOLUTION = 0.5;
const MIDDLE = [1_050, 2_025];

const place = (marks: readonly (readonly [number, number])[], holds = false, area = AREA) =>
  namePlace(area, {
    name: '聚合反应框架',
    holds,
    resolution: RESOLUTION,
    marksIn: ([west, south, east, north]) =>
      marks.filter(([x, y]) => x >= west && x <= east && y >= south && y <= north).length,
  });

describe('the name of an area on a map', () => {
  it('stands in the middle where no mark does', () => {
    expect(place([])).toEqual(MIDDLE);
    expect(place([[1_003, 2_048]])).toEqual(MIDDLE);
  });

  it('goes to the upper edge, then below it, so that it lies over no mark', () => {
    const [, upper] = place([[1_050, 2_026]]);
    expect(upper).toBeGreaterThan(2_034);
    expect(upper).toBeLessThan(2_050);
    const [x, lower] = place([
      [1_050, 2_026],
      [1_040, 2_045],
    ]);
    expect(x).toBe(1_050);
    expect(lower).toBe(2_034);
  });

  it('lies over fewest marks where each line has some', () => {
    const columns = Array.from({ length: 11 }, (_, at) => 2_000 + at * 5).map((y) => [1_050, y] as const);
    const crowded = columns.filter(([, y]) => y > 2_012).map(([, y]) => [1_040, y] as const);
    expect(place([...columns, ...crowded])[1]).toBeLessThan(2_012);
  });

  it('stands along an edge where other areas lie within', () => {
    expect(place([], true)[1]).toBeGreaterThan(2_030);
  });

  it('stays in the middle of what is too low for more than one line', () => {
    const low: NameBox = [1_000, 2_000, 1_100, 2_000 + LINE];
    expect(place([[1_050, 2_008]], false, low)).toEqual([1_050, 2_000 + LINE / 2]);
  });

  it('is cut where it would go across the map', () => {
    expect(shortName('原料罐区')).toBe('原料罐区');
    expect(shortName('高温高压聚合反应釜出料循环冷却水泵房')).toBe('高温高压聚合反应釜出料循环…');
    expect(widthOf('泵房A')).toBe(34);
  });
});
