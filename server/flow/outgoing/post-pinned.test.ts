import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../../mocks/gateways/gateway.ts';
import { postPinned } from './post-pinned.ts';
import { parseNetworks } from './private-addresses.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway('secret');
});
afterAll(() => gateway?.close());

/** Posts to a name that nobody has, at the port of the gateway. */
function post(addresses: readonly string[], allowed = '127.0.0.1', host = 'gateway.invalid') {
  const url = new URL(gateway.url);
  url.hostname = host;
  let asked = 0;
  const done = postPinned(url, {
    headers: { 'anlan-message-id': '1' },
    body: '{}',
    allowed: parseNetworks(allowed),
    signal: AbortSignal.timeout(5_000),
    resolve: async () => {
      asked += 1;
      // Whoever asks again is sent elsewhere.
      return asked === 1 ? addresses : ['10.0.0.1'];
    },
  });
  return done.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
}

describe('an address of a gateway', () => {
  it('is looked up once, and what was looked at is what is connected to', async () => {
    expect(await post(['127.0.0.1'])).toBe(200);
    expect(gateway.arrivals).toHaveLength(1);
  });

  it('is refused where any of its addresses lies within the house', async () => {
    const before = gateway.arrivals.length;
    const said = '“gateway.invalid”的地址 10.0.0.1 在内网，没有列入这个连接允许的内网地址';
    expect(await post(['127.0.0.1', '10.0.0.1'])).toBe(said);
    expect(await post(['10.0.0.1', '127.0.0.1'])).toBe(said);
    expect(await post(['127.0.0.1'], '')).toContain('在内网');
    expect(await post([])).toBe('找不到主机“gateway.invalid”');
    expect(gateway.arrivals).toHaveLength(before);
  });

  it.each(['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost.'])(
    'is seen through as %s',
    async (host) => {
      const before = gateway.arrivals.length;
      expect(await post(['127.0.0.1'], '', host)).toContain('在内网');
      expect(gateway.arrivals).toHaveLength(before);
    },
  );
});
