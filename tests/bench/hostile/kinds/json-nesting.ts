import { recordBodyLimit } from '../../../../server/http/plugins/body-limits.ts';
import { bodyServer } from '../body-server.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** Lists as deep as they may be, one beside the other, and one bracket too many at the very end. */
export const jsonNesting: HostileKind = {
  name: 'json-nesting',
  unit: 'bytes',
  largest: recordBodyLimit,
  async open() {
    const server = await bodyServer();
    const deep = `${'['.repeat(30)}${']'.repeat(30)},`;
    return {
      prepare(size) {
        const payload = `[${deep.repeat(Math.floor(size / deep.length) - 1)}${'['.repeat(32)}`;
        return () => server.post('application/json', payload);
      },
      close: () => server.close(),
    };
  },
};
