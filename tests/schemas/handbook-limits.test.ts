import { describe, expect, it } from 'vitest';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { checkFieldValue } from '../../src/core/validation/validate-record.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

/** The least and the most that is let in: characters of a text, a number, or how many are chosen, uploaded or entered. */
type Limits = readonly [least: number | null, most: number | null];

/**
 * Limits of base management as the handbook has them, by hand and not derived from the files; a field of a table as
 * `table.field`. Limits that are settings (retraining, the team that assesses) or rules are in the tests of their entities.
 */
const HANDBOOK: Readonly<Record<string, Readonly<Record<string, Limits>>>> = {
  safetyMeeting: {
    title: [2, 100],
    place: [null, 100],
    participants: [1, 99],
    absentees: [null, 500],
    agenda: [null, 2000],
    content: [null, 5000],
    attachments: [null, 6],
  },
  meetingDecision: { item: [null, 200] },
  safetyActivity: {
    name: [2, 100],
    durationHours: [0.5, 24],
    place: [null, 100],
    participants: [1, 99],
    topic: [null, 200],
    content: [null, 5000],
    effect: [1, 5],
    photos: [null, 6],
    attachments: [null, 6],
  },
  lawRegulation: {
    name: [2, 200],
    docNo: [null, 60],
    issueDept: [null, 100],
    replaces: [null, 200],
    applicableClauses: [null, 2000],
    applicableDepts: [null, 99],
    summary: [null, 2000],
  },
  systemRule: {
    name: [2, 100],
    reviewCycle: [1, 60],
    scopeDepts: [1, null],
    content: [null, 2000],
    attachments: [1, null],
    'revisions.reason': [null, 200],
  },
  responsibility: {
    scope: [null, 2000],
    dutyItems: [1, null],
    'dutyItems.content': [null, 500],
    'dutyItems.standard': [null, 500],
    'dutyItems.weight': [1, 100],
  },
  safetyTemplate: { templateName: [2, 100], applyLevel: [1, null], content: [null, 10000], receivers: [null, 99] },
  companyTemplate: { targets: [1, null] },
  violation: {
    place: [null, 100],
    description: [5, 1000],
    photos: [1, 6],
    suggestPoints: [0, 12],
    remark: [null, 500],
  },
  violationDeal: { dealTypes: [1, null], fineAmount: [0.01, 100000], points: [0.5, 12], dealOpinion: [5, 1000] },
  chemical: {
    name: [1, 100],
    nameEn: [null, 100],
    alias: [null, 100],
    catalogNo: [1, 2828],
    formula: [null, 50],
    appearance: [null, 200],
    meltingPoint: [-300, 4000],
    lel: [0, 100],
    density: [0.001, null],
    oelValue: [0, null],
    incompatible: [null, 500],
    designStorage: [0, null],
    maxStorage: [0, null],
    criticalQty: [0.001, null],
    annualUse: [0, null],
  },
  costPlan: {
    lastRevenue: [0, null],
    carryOver: [0, null],
    items: [1, null],
    'items.content': [null, 200],
    'items.amount': [0.01, null],
  },
  costReceipt: { content: [2, 200], amount: [null, 999999999999.99], payee: [null, 100], vouchers: [1, 6] },
  culture: { title: [2, 100], content: [null, 20000], cover: [null, 1], videos: [null, 5] },
  performanceAppraisal: { 'items.fullScore': [1, 100], bonus: [0, 10], money: [-100000, 100000] },
  alteration: { title: [2, 100], reason: [10, 2000] },
  occHazard: { exposedCount: [0, null] },
  occExam: { exposureYears: [0, 60] },
  ppeIssue: { quantity: [1, 100], cycleMonths: [1, 60] },
  fireEquipment: { quantity: [1, 999] },
  safetyOrganization: { members: [1, null] },
};

const { models, environment } = await shippedModels();
const surroundings = environment('2026-05-01 08:00:00');

function fieldOf(entity: string, path: string): FieldModel {
  const [first = '', inner] = path.split('.');
  const field = models.find(({ key }) => key === entity)?.field.get(first);
  const found = inner === undefined ? field : field?.columns?.find(({ key }) => key === inner);
  if (found === undefined) throw new Error(`${entity} has no ${path}`);
  return found;
}

/** A value as long, as large or as many as said. */
function sample(field: FieldModel, size: number): unknown {
  if (field.valueType === 'number') return size;
  if (field.property.field === 'richText') return `<p>${'安'.repeat(size)}</p>`;
  if (field.property.field === 'subTable') return Array.from({ length: size }, () => ({}));
  if (field.valueType !== 'text') {
    const keys = surroundings.choices?.(field)?.map(({ key }) => key) ?? [];
    return Array.from({ length: size }, (_, index) => keys[index] ?? String(index + 1));
  }
  return '安'.repeat(size);
}

const faults = (field: FieldModel, size: number) => checkFieldValue(field, sample(field, size), surroundings);
/** The smallest step by which a value passes a limit. */
const step = (field: FieldModel) =>
  field.valueType === 'number' ? 10 ** -(field.property.scale ?? field.type.defaultScale ?? 0) : 1;

describe.each(Object.entries(HANDBOOK))('limits of the handbook: %s', (entity, limits) => {
  it.each(Object.entries(limits))('%s lets in %j and nothing beyond', (path, [least, most]) => {
    const field = fieldOf(entity, path);
    if (most !== null) {
      expect(faults(field, most)).toEqual([]);
      expect(faults(field, most + step(field))).toHaveLength(1);
    }
    if (least === null) return;
    // Nothing at all is not too little: that it must be there is said by what is required.
    const nothing = least === 1 && field.valueType !== 'number';
    expect(faults(field, least)).toEqual([]);
    if (!nothing) expect(faults(field, least - step(field))).toHaveLength(1);
    else if (field.valueType !== 'text') expect(field.property.minItems).toBe(1);
  });
});
