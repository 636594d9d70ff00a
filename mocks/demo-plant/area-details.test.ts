import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaDetailRecords } from './area-details.ts';
import { areas } from './areas.ts';

const keysOf = (code: string) => {
  const file = new URL(`../../schemas/dictionaries/${code}.json`, import.meta.url);
  return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { options: Record<string, unknown> }).options);
};

describe('risks in detail of the demo plant', () => {
  const bodies = areaDetailRecords('645967', new Date('2026-11-20T00:00:00Z')).map(({ body }) => body);

  it('stand in every area of the first company, each once, none of them graver than its area', () => {
    for (const area of areas.filter(({ tenantId }) => tenantId === '645967')) {
      const own = bodies.filter(({ areaId }) => areaId === area.id);
      expect(own.length, area.areaName).toBeGreaterThan(0);
      expect(new Set(own.map(({ itemName }) => itemName)).size).toBe(own.length);
      for (const { riskLevel } of own) expect(Number(riskLevel)).toBeGreaterThanOrEqual(Number(area.riskLevel));
    }
  });

  it('name accidents and levels that there are', () => {
    const accidents = new Set(keysOf('accident-type-1986'));
    const levels = new Set(keysOf('risk-level'));
    for (const { accidentTypes, riskLevel } of bodies) {
      expect(levels.has(String(riskLevel))).toBe(true);
      expect((accidentTypes as string[]).filter((key) => !accidents.has(key))).toEqual([]);
    }
  });
});
