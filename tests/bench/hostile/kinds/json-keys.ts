import { recordBodyLimit } from '../../../../server/http/plugins/body-limits.ts';
import { bodyServer } from '../body-server.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** An object of as many different keys as a body holds. */
export const jsonKeys: HostileKind = {
  name: 'json-keys',
  unit: 'keys',
  largest: Math.floor(recordBodyLimit / '"k123456":1,'.length),
  async open() {
    const server = await bodyServer();
    return {
      prepare(size) {
        const payload = `{${Array.from({ length: size }, (_, index) => `"k${index}":1`).join(',')}}`;
        return () => server.post('application/json', payload);
      },
      close: () => server.close(),
    };
  },
};
