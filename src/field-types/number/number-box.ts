import { groupedText, numberMarks } from '../../core/amount/number-text.ts';

/** Number text of a program (`-1234.5`) from what stands in a box; both marks may be there while somebody types. */
function plain(text: string): string {
  const { decimal, group } = numberMarks();
  const bare = text.replaceAll(/[\s\u00a0¥￥]/g, '').replaceAll('，', ',');
  if (!bare.includes(decimal)) return decimal === '.' ? bare.replaceAll(group, '') : bare;
  return bare.replaceAll(group, '').replace(decimal, '.');
}

/**
 * How an input of numbers writes and reads them in the language of the moment. Where the comma is the decimal mark, a
 * point alone is one too: keys of numbers have it.
 */
export const numberBox = () => ({
  decimalSeparator: numberMarks().decimal,
  // The component hands on what it gets: a text is told from a number by its own check, without losing digits.
  parser: (text: string | undefined) => plain(text ?? '') as unknown as number,
});

/** The same for amounts, grouped by thousands while they are typed; so a mark between groups is never a decimal one. */
export const amountBox = () => ({
  formatter: (value: string | number | undefined) => groupedText(String(value ?? '')),
  parser: (text: string | undefined) => {
    const { decimal, group } = numberMarks();
    const bare = (text ?? '').replaceAll(/[\s\u00a0¥￥]/g, '').replaceAll('，', ',');
    return bare.replaceAll(group, '').replace(decimal, '.') as unknown as number;
  },
});
