import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { laws } from './laws.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { rules } from './rules.ts';

const repeated = (values: readonly string[]) => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const keysOf = (code: string) =>
  Object.keys(
    (JSON.parse(read(`../../schemas/dictionaries/${code}.json`)) as { options: Record<string, unknown> }).options,
  );

/** A date that exists, written YYYY-MM-DD. */
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toISOString().startsWith(text);

describe('laws of the demo plant', () => {
  it('are many, over the main file types', () => {
    expect(laws.length).toBeGreaterThanOrEqual(30);
    expect([...new Set(laws.map((law) => law.fileType))]).toEqual(
      expect.arrayContaining(['1', '2', '4', '6', '7', '8']),
    );
  });

  it('repeat no name with the same number, and no standard number', () => {
    expect(repeated(laws.map((law) => `${law.name} ${law.docNo}`))).toEqual([]);
    expect(repeated(laws.map((law) => law.docNo))).toEqual([]);
  });

  it('keep the limits of the form and the order of the dates', () => {
    const fileTypes = keysOf('law-file-type');
    for (const law of laws) {
      expect(fileTypes).toContain(law.fileType);
      expect([law.docNo, law.name.length <= 200, law.docNo.length <= 60, law.issueDept.length <= 100]).toEqual([
        law.docNo,
        true,
        true,
        true,
      ]);
      expect(isDate(law.issueDate) && isDate(law.effectiveDate)).toBe(true);
      expect([law.docNo, law.effectiveDate >= law.issueDate]).toEqual([law.docNo, true]);
      if (law.abolishDate !== null) expect(isDate(law.abolishDate) && law.abolishDate > law.effectiveDate).toBe(true);
    }
  });

  it('bear the year of a standard number in the year of issue', () => {
    const wrong = laws.filter((law) => {
      const year = /^(?:GB|AQ)\S* .*-(\d{4})$/.exec(law.docNo)?.[1];
      return year !== undefined && !law.issueDate.startsWith(year);
    });
    expect(wrong).toEqual([]);
  });

  it('show every kind of effectiveness that the dates can give on the day of the demo', () => {
    const today = '2026-11-20';
    expect(laws.some((law) => law.abolishDate !== null && law.abolishDate <= today)).toBe(true);
    expect(laws.some((law) => law.effectOverride === '3')).toBe(true);
    expect(laws.filter((law) => law.abolishDate === null && law.effectOverride === null).length).toBeGreaterThan(30);
  });

  it('stand each in the list of sources with their dates', () => {
    const lines = read('laws-sources.md').split('\n');
    const missing = laws.filter(
      (law) =>
        !lines.some((line) =>
          line.startsWith(`| ${law.name} | ${law.docNo} | ${law.issueDate} | ${law.effectiveDate} |`),
        ),
    );
    expect(missing).toEqual([]);
  });
});

describe('rules of the demo plant', () => {
  it('have unique numbers in the form that the page asks', () => {
    expect(rules.filter((rule) => rule.tenantId === '645967')).toHaveLength(14);
    expect(repeated(rules.map((rule) => `${rule.tenantId} ${rule.ruleNo}`))).toEqual([]);
    for (const rule of rules) {
      expect(rule.ruleNo).toMatch(/^[A-Z]{2,6}-[A-Z0-9-]{2,20}$/);
      expect(rule.ruleVersion).toMatch(/^V?\d+(\.\d+)?$/);
      expect(isDate(rule.effectDate)).toBe(true);
    }
  });

  it('use dictionary keys and a review cycle within the limits', () => {
    const types = keysOf('rule-type');
    for (const rule of rules) {
      expect(types).toContain(rule.ruleType);
      expect(rule.reviewCycle).toBeGreaterThanOrEqual(1);
      expect(rule.reviewCycle).toBeLessThanOrEqual(rule.ruleType === '3' ? 36 : 60);
    }
  });

  it('refer to departments and drafters of their own tenant', () => {
    for (const rule of rules) {
      const own = departments.filter((dept) => dept.tenantId === rule.tenantId).map((dept) => dept.id);
      expect(own).toContain(rule.draftDept);
      expect(rule.scopeDepts.length).toBeGreaterThan(0);
      expect(rule.scopeDepts.filter((id) => !own.includes(id))).toEqual([]);
      expect(users.find((user) => user.id === rule.drafter)?.tenantId).toBe(rule.tenantId);
    }
  });
});
