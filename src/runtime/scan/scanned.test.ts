import { describe, expect, it } from 'vitest';
import { codeText, linkedCode, readScanned } from './scanned.ts';

describe('a scanned code', () => {
  it('is the address of its record with transition and code behind it', () => {
    const link = { transition: 'signIn', record: '20001', code: 'ABCD2345' };
    const text = codeText('https://plant.example/training/view/20001', link);
    expect(text).toBe('https://plant.example/training/view/20001#scan=signIn:20001:ABCD2345');
    expect(linkedCode(text)).toEqual(link);
    expect(readScanned(text)).toEqual({ code: 'ABCD2345', record: '20001' });
  });

  it.each(['ABCD-2345', ' GATE-7 ', 'https://plant.example/#scan=', 'x#scan=a:b', 'x#scan=a:b:c:d', ''])(
    'that is no such address is what it says: %s',
    (text) => {
      expect(readScanned(text)).toEqual({ code: text.trim() });
    },
  );

  it('survives what is no percent encoding', () => {
    expect(linkedCode('#scan=a:b:%E0%A4')).toEqual({ transition: 'a', record: 'b', code: '%E0%A4' });
  });
});
