/** A day of the demo plant's calendar that differs from free weekends. */
interface CalendarDay {
  readonly calendarDate: string;
  readonly dayKind: 'holiday' | 'workday';
  readonly dayName: string;
  readonly dayBasis: string;
  /** `1` where the arrangement of that year is not known yet. */
  readonly dayUnsure: '0' | '1';
}

interface Arrangement {
  readonly basis: string;
  readonly unsure: boolean;
  /** Name, first and last free day. */
  readonly free: readonly (readonly [name: string, from: string, to: string])[];
  /** Days that are worked instead. */
  readonly worked: readonly (readonly [name: string, date: string])[];
}

const arrangements: readonly Arrangement[] = [
  {
    basis: '国务院办公厅关于2025年部分节假日安排的通知',
    unsure: false,
    free: [
      ['元旦', '2025-01-01', '2025-01-01'],
      ['春节', '2025-01-28', '2025-02-04'],
      ['清明节', '2025-04-04', '2025-04-06'],
      ['劳动节', '2025-05-01', '2025-05-05'],
      ['端午节', '2025-05-31', '2025-06-02'],
      ['国庆节、中秋节', '2025-10-01', '2025-10-08'],
    ],
    worked: [
      ['春节调休', '2025-01-26'],
      ['春节调休', '2025-02-08'],
      ['劳动节调休', '2025-04-27'],
      ['国庆节调休', '2025-09-28'],
      ['国庆节调休', '2025-10-11'],
    ],
  },
  {
    // The text of the notice was not at hand: the days are from memory.
    basis: '国务院办公厅关于2026年部分节假日安排的通知',
    unsure: true,
    free: [
      ['元旦', '2026-01-01', '2026-01-03'],
      ['春节', '2026-02-15', '2026-02-23'],
      ['清明节', '2026-04-04', '2026-04-06'],
      ['劳动节', '2026-05-01', '2026-05-05'],
      ['端午节', '2026-06-19', '2026-06-21'],
      ['中秋节', '2026-09-25', '2026-09-27'],
      ['国庆节', '2026-10-01', '2026-10-07'],
    ],
    worked: [
      ['元旦调休', '2026-01-04'],
      ['春节调休', '2026-02-14'],
      ['春节调休', '2026-02-28'],
      ['劳动节调休', '2026-05-09'],
      ['国庆节调休', '2026-09-20'],
      ['国庆节调休', '2026-10-10'],
    ],
  },
  {
    // No arrangement has been announced: the statutory days alone, without shifted ones.
    basis: '全国年节及纪念日放假办法（2024年修订）；当年调休安排待公布',
    unsure: true,
    free: [
      ['元旦', '2027-01-01', '2027-01-01'],
      ['春节', '2027-02-05', '2027-02-08'],
      ['清明节', '2027-04-05', '2027-04-05'],
      ['劳动节', '2027-05-01', '2027-05-02'],
      ['端午节', '2027-06-09', '2027-06-09'],
      ['中秋节', '2027-09-15', '2027-09-15'],
      ['国庆节', '2027-10-01', '2027-10-03'],
    ],
    worked: [],
  },
];

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(`${from}T00:00:00Z`); time <= Date.parse(`${to}T00:00:00Z`); time += 86_400_000) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/**
 * Public holidays and shifted workdays of 2025 to 2027 as the demo plant has entered them. What is not confirmed from
 * the year's notice is marked 待核实; an enterprise enters the notice itself.
 */
export const calendarDays: readonly CalendarDay[] = arrangements.flatMap(({ basis, unsure, free, worked }) => {
  const common = { dayBasis: basis, dayUnsure: unsure ? '1' : '0' } as const;
  return [
    ...free.flatMap(([dayName, from, to]) =>
      daysOf(from, to).map((calendarDate) => ({ calendarDate, dayKind: 'holiday', dayName, ...common }) as const),
    ),
    ...worked.map(([dayName, calendarDate]) => ({ calendarDate, dayKind: 'workday', dayName, ...common }) as const),
  ];
});
