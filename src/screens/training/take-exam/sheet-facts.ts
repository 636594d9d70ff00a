import type { WireRecord } from '../../../core/wire/contract.ts';
import { examText } from './exam-text.ts';

const labelOf = (record: WireRecord, key: string): string => {
  const label = record[`${key}Label`];
  return typeof label === 'string' ? label : '';
};

/** What the examination of a sheet is called. */
export const examName = (record: WireRecord): string => labelOf(record, 'exam');

/** Whose sheet it is. */
export const examineeName = (record: WireRecord): string => labelOf(record, 'user');

/** Which attempt a sheet is, in words. */
export function attemptText({ attempt }: WireRecord): string {
  const count = Number(attempt);
  return count > 1 ? examText('attempt.makeup', { count: count - 1 }) : examText('attempt.first');
}

/** How often the page may be left; 0 where nobody counts. */
export const switchLimitOf = ({ switchLimit }: WireRecord): number => Number(switchLimit ?? 0);
export const switchCountOf = ({ switchCount }: WireRecord): number => Number(switchCount ?? 0);
