const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkCharacters = '10X98765432';

/** The check character of the first 17 digits of an ID number (GB 11643-1999). */
export function idCardCheck(digits17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits17[index]), 0);
  return checkCharacters.charAt(sum % 11);
}

/**
 * An ID number that belongs to nobody: birth year 1900, with a right check character.
 * `sex` decides whether the sequence number is odd ('1', male) or even ('2', female).
 */
export function fictitiousIdCard(number: number, sex: '1' | '2'): { idCard: string; birthday: string } {
  const region = ['320101', '330102', '370102'][number % 3] ?? '320101';
  const month = String((number % 12) + 1).padStart(2, '0');
  const day = String((number % 28) + 1).padStart(2, '0');
  const sequence = String((number * 2 + (sex === '1' ? 1 : 0)) % 1000).padStart(3, '0');
  const digits = `${region}1900${month}${day}${sequence}`;
  return { idCard: digits + idCardCheck(digits), birthday: `1900-${month}-${day}` };
}
