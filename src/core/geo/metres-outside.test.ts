import { describe, expect, it } from 'vitest';
import { groundMetres } from './ground-metres.ts';
import { metresOutside } from './metres-outside.ts';

/** A yard that is open to the north: a point between its wings is outside. */
const YARD = [
  { lng: 121.47, lat: 31.23 },
  { lng: 121.473, lat: 31.23 },
  { lng: 121.473, lat: 31.232 },
  { lng: 121.472, lat: 31.232 },
  { lng: 121.472, lat: 31.231 },
  { lng: 121.471, lat: 31.231 },
  { lng: 121.471, lat: 31.232 },
  { lng: 121.47, lat: 31.232 },
];

describe('metres outside an outline', () => {
  it('are none within it, in its wings, and on its corners and edges', () => {
    for (const inside of [
      { lng: 121.4715, lat: 31.2305 },
      { lng: 121.4705, lat: 31.2319 },
      { lng: 121.4725, lat: 31.2319 },
    ]) {
      expect(metresOutside(inside, YARD)).toBe(0);
      expect(metresOutside(inside, [...YARD].reverse())).toBe(0);
    }
    for (const corner of YARD) expect(metresOutside(corner, YARD)).toBeCloseTo(0, 6);
    expect(metresOutside({ lng: 121.4715, lat: 31.23 }, YARD)).toBeCloseTo(0, 3);
  });

  it('are the way to the nearest edge, also between the wings, and to a corner beyond its ends', () => {
    const between = { lng: 121.4715, lat: 31.2315 };
    expect(metresOutside(between, YARD)).toBeCloseTo(groundMetres(between, { lng: 121.472, lat: 31.2315 }), 1);
    const south = { lng: 121.4715, lat: 31.2291 };
    expect(metresOutside(south, YARD)).toBeCloseTo(groundMetres(south, { lng: 121.4715, lat: 31.23 }), 1);
    const corner = { lng: 121.474, lat: 31.2325 };
    expect(metresOutside(corner, YARD)).toBeCloseTo(groundMetres(corner, { lng: 121.473, lat: 31.232 }), 0);
  });

  it('are reckoned the shorter way where the outline lies across the date line', () => {
    const across = [
      { lng: 179.999, lat: 0 },
      { lng: -179.999, lat: 0 },
      { lng: -179.999, lat: 0.001 },
      { lng: 179.999, lat: 0.001 },
    ];
    expect(metresOutside({ lng: 180, lat: 0.0005 }, across)).toBe(0);
    expect(metresOutside({ lng: -179.998, lat: 0.0005 }, across)).toBeCloseTo(111.2, 0);
  });

  it('are a long way for whoever is in another city, and unknown where there is no outline', () => {
    const beijing = { lng: 116.4, lat: 39.9 };
    expect((metresOutside(beijing, YARD) ?? 0) / groundMetres(beijing, { lng: 121.47, lat: 31.232 })).toBeCloseTo(1, 1);
    expect(metresOutside(beijing, [])).toBeUndefined();
  });
});
