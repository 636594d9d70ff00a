import { describe, expect, it } from 'vitest';
import { areas } from './areas.ts';
import { dangerHistories } from './danger-histories.ts';
import { drawnSignature } from './drawn-signature.ts';
import { users } from './people.ts';
import { smallPicture } from './small-picture.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const year = 365 * 86_400_000;

describe.each([
  ['645967', 600],
  ['645967', 60],
  ['645968', 36],
] as const)('%s with %i dangers', (tenantId, count) => {
  const histories = dangerHistories(tenantId, count, now);

  it('are the same each time, each with an id of its own', () => {
    expect(dangerHistories(tenantId, count, now)).toEqual(histories);
    expect(new Set(histories.map(({ id }) => id)).size).toBe(count);
  });

  it('happened in order, before now, within two years', () => {
    for (const { steps } of histories) {
      const times = steps.map(({ at }) => at);
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(times[0]).toBeGreaterThan(now - 2.1 * year);
      expect(times.at(-1)).toBeLessThan(now);
    }
  });

  it('end in each state, some while an approval is awaited', () => {
    const ends = new Set(histories.map(({ steps }) => steps.at(-1)?.leads));
    for (const state of [
      'draft',
      'assessing',
      'planning',
      'rectifying',
      'accepting',
      'reviewing',
      'closed',
      'rejected',
      'cancelled',
      'planning?',
      'rectifying?',
      'rectified?',
      'lowering?',
      'voiding?',
    ]) {
      expect([...ends]).toContain(state);
    }
  });

  it('name only people and areas of the tenant', () => {
    const known = new Set([...users, ...areas].filter((entry) => entry.tenantId === tenantId).map(({ id }) => id));
    for (const { steps } of histories) {
      for (const { by, body } of steps) {
        expect(by === '' || known.has(by)).toBe(true);
        for (const key of ['areaId', 'finderId', 'dutyUserId', 'acceptUserId', 'reviewUserId']) {
          expect(body[key] === undefined || known.has(String(body[key]))).toBe(true);
        }
      }
    }
  });
});

it('the texts differ', () => {
  const texts = dangerHistories('645967', 600, now).map(({ steps }) => steps[0]?.body.perilDesc);
  expect(new Set(texts).size).toBeGreaterThan(550);
});

it('a picture is a small PNG, another for each number and after the repair', () => {
  const pictures = [0, 1, 2].flatMap((number) => [smallPicture(number, false), smallPicture(number, true)]);
  for (const picture of pictures) {
    expect([...picture.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(picture.length).toBeLessThan(4_000);
  }
  expect(new Set(pictures.map((picture) => Buffer.from(picture).toString('base64'))).size).toBe(6);
});

it('a drawn signature is a small PNG, the same for a person on every occasion and another for everyone', () => {
  const [one, again, other] = ['64596711', '64596711', '64596712'].map(drawnSignature);
  expect(one).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(one?.length).toBeLessThan(1_500);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
