import { expect, it } from 'vitest';
import { type Program, playing } from './playing.ts';

/** Numbers that follow from a seed, so that a case that failed can be had again. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const DAYS = ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'];

function program(id: string, more: Partial<Program> = {}): Program {
  return {
    ...{
      id,
      programName: id,
      programType: 'text',
      lunboArchText: id,
      bgColor: null,
      textColor: null,
      fontSize: null,
      align: null,
    },
    ...{ scrollMode: null, priority: '3', validTime: '2026-11-27', validEnd: '2026-11-29', dailyTime: null },
    ...{ dailyEnd: null, playSeconds: 10, sort: 100, media: [], fit: null, filmMode: null },
    ...more,
  };
}

function anyScreen(seed: number) {
  const draw = drawn(seed);
  const clock = () => `${String(draw(24)).padStart(2, '0')}:${String(draw(60)).padStart(2, '0')}`;
  const programs = Array.from({ length: draw(7) }, (_, index) =>
    program(`p${index}`, {
      priority: draw(8) === 0 ? '1' : String(2 + draw(2)),
      validTime: DAYS[draw(5)] ?? null,
      validEnd: DAYS[draw(5)] ?? null,
      dailyTime: draw(2) === 0 ? null : clock(),
      dailyEnd: draw(4) === 0 ? null : clock(),
      playSeconds: draw(6) === 0 ? null : draw(90),
      sort: draw(3),
    }),
  );
  const time = `${DAYS[draw(5)]} ${clock()}:${String(draw(60)).padStart(2, '0')}`;
  return { screen: { programs }, time, draw };
}

/** Whether a program may be on a screen at a minute, said apart from how `playing` says it: by counting minutes of the day. */
function mayPlay({ validTime, validEnd, dailyTime, dailyEnd }: Program, time: string): boolean {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const day = time.slice(0, 10);
  if (!DAYS.filter((one) => one >= (validTime ?? '') && one <= (validEnd ?? '')).includes(day)) return false;
  if (dailyTime === null || dailyEnd === null) return true;
  const long = (minutes(dailyEnd) - minutes(dailyTime) + 1440) % 1440 || 1440;
  return (minutes(time.slice(11)) - minutes(dailyTime) + 1440) % 1440 < long;
}

it('shows what is due, an emergency before all others, and the same at every call in whatever order they came', () => {
  let shown = 0;
  for (let seed = 1; seed <= 4000; seed += 1) {
    const { screen, time, draw } = anyScreen(seed);
    const found = playing(screen, time);
    const due = screen.programs.filter((one) => mayPlay(one, time));
    expect(found === undefined, `seed ${seed}`).toBe(due.length === 0);
    if (found === undefined) continue;
    shown += 1;
    expect(due, `seed ${seed}`).toContain(found.program);
    if (due.some(({ priority }) => priority === '1')) expect(found.program.priority, `seed ${seed}`).toBe('1');
    expect(found.since >= 0 && found.left > 0, `seed ${seed}`).toBe(true);
    const shuffled = screen.programs.toSorted(() => draw(3) - 1);
    expect(playing({ programs: shuffled }, time), `seed ${seed}`).toEqual(found);
  }
  expect(shown).toBeGreaterThan(1000);
});

const second = (at: number) =>
  `2026-11-28 10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

it('gives each its seconds in turn, the graver first, then by order', () => {
  const programs = [
    program('late', { sort: 2 }),
    program('grave', { priority: '2', sort: 9, playSeconds: 5 }),
    program('early', { sort: 1, playSeconds: 15 }),
  ];
  const seen = Array.from({ length: 90 }, (_, at) => playing({ programs }, second(at))?.program.id ?? '');
  for (const [id, seconds] of Object.entries({ grave: 5, early: 15, late: 10 }))
    expect(seen.filter((one) => one === id).length, id).toBe(seconds * 3);
  const turns = seen.filter((id, at) => id !== seen[at - 1]).join(' ');
  expect(turns).toContain('grave early late grave early late');
});

it('is interrupted by an emergency in the second in which it is due, and goes on after it', () => {
  const plain = program('plain', { playSeconds: 3600 });
  const alarm = program('alarm', { priority: '1', dailyTime: '10:00:07', dailyEnd: '10:00:20' });
  const at = (moment: number) => playing({ programs: [plain, alarm] }, second(moment))?.program.id;
  expect([at(6), at(7), at(19), at(20)]).toEqual(['plain', 'alarm', 'alarm', 'plain']);
});

it('shows the words, then each picture for its seconds, and a film once to its end or again and again', () => {
  const media = [
    { file: 'photo', kind: 'image', seconds: null },
    { file: 'film', kind: 'video', seconds: 12.4 },
    { file: 'unmeasured', kind: 'video', seconds: null },
  ] as const;
  const seenOf = (more: Partial<Program>) => {
    const programs = [program('p', { media, playSeconds: 5, ...more })];
    const all = Array.from({ length: 120 }, (_, at) => {
      const content = playing({ programs }, second(at))?.content;
      return content === undefined ? '-' : 'file' in content ? content.file : content.kind;
    });
    const turns: [string, number][] = [];
    for (const one of all) {
      const last = turns.at(-1);
      if (last?.[0] === one) last[1] += 1;
      else turns.push([one, 1]);
    }
    // The first and the last may have been cut.
    return new Set(turns.slice(1, -1).map(([one, seconds]) => `${one} ${seconds}`));
  };
  expect(seenOf({ programType: 'mixed' })).toEqual(new Set(['words 5', 'photo 5', 'film 13', 'unmeasured 5']));
  expect(seenOf({ programType: 'video', filmMode: 'loop' })).toEqual(new Set(['photo 5', 'film 5', 'unmeasured 5']));
  expect(playing({ programs: [program('text', { media })] }, second(0))?.content.kind).toBe('words');
  expect(playing({ programs: [program('none', { programType: 'image' })] }, second(0))).toBeUndefined();
  expect(playing({ programs: [program('t', { programType: 'tickets' })] }, second(0))?.content.kind).toBe('tickets');
});

it.each([
  ['2026-11-26 23:00:00', false],
  ['2026-11-27 05:59:59', true],
  ['2026-11-27 06:00:00', false],
  ['2026-11-27 21:59:59', false],
  ['2026-11-27 22:00:00', true],
  ['2026-11-28 00:00:00', true],
  ['2026-11-29 23:59:59', true],
  ['2026-11-30 00:00:00', false],
])('plays in a slot over midnight on its days alone: %s', (time, plays) => {
  const programs = [program('night', { dailyTime: '22:00', dailyEnd: '06:00' })];
  expect(playing({ programs }, time) !== undefined).toBe(plays);
});

it('shows nothing of a program that ends before it begins, nor at a time that is none', () => {
  const programs = [program('turned', { validTime: '2026-11-29', validEnd: '2026-11-27' })];
  for (const day of DAYS) expect(playing({ programs }, `${day} 12:00:00`)).toBeUndefined();
  expect(playing({ programs: [program('plain')] }, 'soon')).toBeUndefined();
});

it('shows once more what it showed where the clock is set back, for 72 hours', () => {
  const { screen } = anyScreen(77);
  const whole = {
    programs: [...screen.programs, program('plain', { validTime: '2026-11-26', validEnd: '2026-11-30' })],
  };
  const wall = (at: number) =>
    new Date(Date.UTC(2026, 10, 26) + at * 1000).toISOString().slice(0, 19).replace('T', ' ');
  for (let at = 0; at < 72 * 3600; at += 61) {
    const first = playing(whole, wall(at));
    expect(first).toBeDefined();
    playing(whole, wall(at + 3600));
    expect(playing(whole, wall(at))).toEqual(first);
  }
});
