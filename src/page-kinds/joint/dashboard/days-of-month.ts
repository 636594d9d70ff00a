/** The weeks of a day's month, from Monday; '' stands where another month is. */
export function daysOfMonth(day: string): readonly (readonly string[])[] {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1, 1));
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, at) => {
    const number = at - before + 1;
    return number < 1 || number > count ? '' : `${day.slice(0, 8)}${String(number).padStart(2, '0')}`;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
