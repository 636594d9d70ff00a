import type { Cast } from './ticket-plant.ts';

/** Other people of the demo plant than those whose accounts bear the name of their part. */
export const ANOTHER_CAST = {
  applicant: 'lx0030',
  charger: 'lx0035',
  briefer: 'lx0029',
  guardian: 'lx0111',
  worker: 'lx0036',
  analyst: 'lx0024',
  shiftLeader: 'lx0031',
  safety: 'safety',
  territory: '6459670110',
  team: '6459670111',
} as const satisfies Cast;

/** Their names, by the part that they take, where a story reads them. */
export const NAMES = { briefer: '朱午七' } as const;
