/** Whether every value of the first type fits the second one unchanged. */
export function isWider(from: string, to: string): boolean {
  if (to === 'text') return !from.endsWith('[]') && from !== 'jsonb';
  if (to === `${from}[]`) return true;
  const numeric = /^numeric\((\d+),(-?\d+)\)$/;
  const [, fromPrecision = '', fromScale = ''] = numeric.exec(from) ?? [];
  const [, toPrecision = '', toScale = ''] = numeric.exec(to) ?? [];
  if (to === 'numeric') return from.startsWith('numeric') || from === 'integer' || from === 'bigint';
  if (to === 'bigint') return from === 'integer';
  if (fromPrecision === '' || toPrecision === '') return false;
  return (
    Number(toScale) >= Number(fromScale) &&
    Number(toPrecision) - Number(toScale) >= Number(fromPrecision) - Number(fromScale)
  );
}
