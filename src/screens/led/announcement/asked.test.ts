import { expect, it } from 'vitest';
import { askedAnnouncement, nextPlace, scrolls } from './asked.ts';

it.each([
  ['?id=12&background=%23003366&color=fff', { id: '12', background: '#003366', color: '#fff' }],
  ['?id=12', { id: '12', background: '#000000', color: '#ff0000' }],
  ['?id=12&background=red;position:fixed&color=%23ff00zz', { id: '12', background: '#000000', color: '#ff0000' }],
  ['?id=12&background=url(x)&color=%23ffff', { id: '12', background: '#000000', color: '#ff0000' }],
  ['', { id: '', background: '#000000', color: '#ff0000' }],
])('takes from %s a colour that is one, and nothing else', (query, asked) => {
  expect(askedAnnouncement(query)).toEqual({ tenantId: undefined, ...asked });
});

it('asks for another company where the address names one', () => {
  expect(askedAnnouncement('?id=1&tenantId=645968').tenantId).toBe('645968');
});

it('steps by 20 pixels, stops at the end for a turn and begins anew', () => {
  const box = { clientHeight: 100, scrollHeight: 150 };
  const places = [0];
  for (let step = 0; step < 5; step += 1) places.push(nextPlace({ ...box, scrollTop: places.at(-1) ?? 0 }));
  expect(places).toEqual([0, 20, 40, 50, 0, 20]);
  expect(nextPlace({ clientHeight: 100, scrollHeight: 100, scrollTop: 0 })).toBe(0);
});

it('lets a safety commitment stand still', () => {
  expect(scrolls('今日有动火作业')).toBe(true);
  expect(scrolls('安全承诺公告\n某公司')).toBe(false);
});
