import { expect, it } from 'vitest';
import { conflictsOf } from './conflicts.ts';
import { isDue, type Program } from './playing.ts';

const DAYS = ['2026-11-27', '2026-11-28', '2026-11-29'];

function program(id: string, more: Partial<Program> = {}): Program {
  return {
    ...{ id, programName: id, programType: 'text', lunboArchText: id, bgColor: null, textColor: null, fontSize: null },
    ...{ align: null, scrollMode: null, priority: '3', validTime: '2026-11-27', validEnd: '2026-11-29' },
    ...{ dailyTime: null, dailyEnd: null, playSeconds: 10, sort: 1, media: [], fit: null, filmMode: null },
    ...more,
  };
}

const ids = (programs: readonly Program[]) => programs.map(({ id }) => id);

it('meets exactly those that are due at the same quarter of an hour, over midnight too', () => {
  let met = 0;
  for (let seed = 0; seed < 3000; seed += 1) {
    const draw = (step: number, below: number) => Math.floor((((seed * 7919 + step * 104_729) % 9973) / 9973) * below);
    const clock = (step: number) => `${String(draw(step, 24)).padStart(2, '0')}:${['00', '30'][draw(step + 9, 2)]}`;
    const any = (step: number, id: string) =>
      program(id, {
        validTime: DAYS[draw(step, 3)] ?? null,
        validEnd: DAYS[draw(step + 1, 3)] ?? null,
        dailyTime: draw(step + 2, 3) === 0 ? null : clock(step + 3),
        dailyEnd: clock(step + 5),
      });
    const [one, other] = [any(1, 'one'), any(17, 'other')];
    const together = DAYS.some((day) =>
      Array.from(
        { length: 96 },
        (_, at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}:00`,
      ).some((time) => isDue(one, day, time) && isDue(other, day, time)),
    );
    expect(conflictsOf(one, [other]).takesTurnsWith.length === 1, `seed ${seed}`).toBe(together);
    if (together) met += 1;
  }
  expect(met).toBeGreaterThan(300);
});

it('tells who is pushed aside, by whom, and how long a turn is', () => {
  const others = [program('plain'), program('grave', { priority: '1' }), program('own')];
  const found = conflictsOf(program('own', { playSeconds: 20 }), others);
  expect([ids(found.pushedAsideBy), ids(found.pushesAside), ids(found.takesTurnsWith)]).toEqual([
    ['grave'],
    [],
    ['plain'],
  ]);
  expect([found.own, found.whole]).toEqual([20, 30]);
  const alarm = conflictsOf(program('own', { priority: '1' }), others);
  expect([ids(alarm.pushedAsideBy), ids(alarm.pushesAside), ids(alarm.takesTurnsWith)]).toEqual([
    [],
    ['plain'],
    ['grave'],
  ]);
  expect(ids(conflictsOf(program('own', { validEnd: '2026-11-01' }), others).takesTurnsWith)).toEqual([]);
});
