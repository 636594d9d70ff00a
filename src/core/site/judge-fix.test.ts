import { describe, expect, it } from 'vitest';
import { judgeFix, LARGEST_TRUSTED, MOST_ALLOWED } from './judge-fix.ts';

const SQUARE = [
  { lng: 120, lat: 30 },
  { lng: 120.001, lat: 30 },
  { lng: 120.001, lat: 30.001 },
  { lng: 120, lat: 30.001 },
];
/** Degrees of latitude of a metre. */
const METRE = 1 / 111_195;
const fix = (south: number, accuracy: number) => ({
  ...{ lng: 120.0005, lat: 30 - south * METRE },
  ...{ accuracy, time: '2026-05-01T01:00:00Z' },
});
const ground = { corners: SQUARE, metres: 0, name: '罐区' };

describe('coordinates compared with an outline', () => {
  it.each([
    [0, 0, 0],
    [-50, 3, 0],
    [8, 8, 8],
    [49.9, MOST_ALLOWED, 49.9],
    [49.9, LARGEST_TRUSTED, 49.9],
  ])('%d m outside with an error of %d m are there', (south, accuracy, metres) => {
    expect(judgeFix(fix(south, accuracy), ground)).toEqual({ metres });
  });

  it.each([
    [8, 7],
    [0.2, 0],
    [50.2, MOST_ALLOWED],
    [50.2, LARGEST_TRUSTED],
  ])('%d m outside with an error of %d m are not', (south, accuracy) => {
    expect(judgeFix(fix(south, accuracy), ground)).toEqual({
      refusal: `您在“罐区”的范围外，约${Math.ceil(south)}米（定位误差约${accuracy}米），请到现场办理`,
    });
  });

  it('that may be anywhere are no proof, wherever they point', () => {
    expect(judgeFix(fix(-50, LARGEST_TRUSTED + 0.1), ground)).toEqual({
      refusal: '定位误差约201米，不能确认您在“罐区”，请到开阔处重新定位',
    });
  });

  it('are compared with a point by the metres around it and the error', () => {
    const point = { corners: [{ lng: 120.0005, lat: 30 }], metres: 50, name: null };
    expect(judgeFix(fix(55, 6), point)).toEqual({ metres: 55 });
    expect(judgeFix(fix(57, 6), point)).toEqual({
      refusal: '您距现场约57米（定位误差约6米），须在50米以内',
    });
  });

  it('are not compared with an outline without corners', () => {
    expect(judgeFix(fix(0, 5), { ...ground, corners: [] })).toEqual({ refusal: '“罐区”没有划定范围，请联系管理人员' });
  });
});
