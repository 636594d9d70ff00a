import { describe, expect, it } from 'vitest';
import { mayReach, parseNetworks } from './private-addresses.ts';

const none = parseNetworks('');

describe('addresses that a message may go to', () => {
  it.each([
    '10.1.2.3',
    '127.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('are not %s', (address) => expect(mayReach(address, none)).toBe(false));

  it.each(['8.8.8.8', '172.32.0.1', '11.0.0.1', '2400:3200::1', '::ffff:8.8.8.8'])('are %s', (address) =>
    expect(mayReach(address, none)).toBe(true),
  );

  it('are those private ones that the company lists', () => {
    const list = parseNetworks('10.2.0.0/16，192.168.1.20\nfd00:1::/32');
    expect(list.faulty).toEqual([]);
    expect(['10.2.9.9', '192.168.1.20', 'fd00:1::5', '::ffff:10.2.0.1'].map((one) => mayReach(one, list))).toEqual(
      Array(4).fill(true),
    );
    expect(['10.3.0.1', '192.168.1.21', '127.0.0.1', 'fd00:2::5'].map((one) => mayReach(one, list))).toEqual(
      Array(4).fill(false),
    );
  });

  it('are never those of the link, though a list names them', () => {
    expect(mayReach('169.254.169.254', parseNetworks('169.254.0.0/16'))).toBe(false);
    expect(mayReach('fe80::1', parseNetworks('fe80::/10'))).toBe(false);
    expect(mayReach('169.254.169.254', parseNetworks('0.0.0.0/0'))).toBe(false);
  });

  it('names the entries that are none', () => {
    expect(parseNetworks('10.0.0.0/33, 10.1, gateway.local, 10.0.0.1/8/9, 10.0.0.0/-1').faulty).toEqual([
      '10.0.0.0/33',
      '10.1',
      'gateway.local',
      '10.0.0.1/8/9',
      '10.0.0.0/-1',
    ]);
  });
});
