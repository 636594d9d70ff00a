import { parseForm } from '../../../../server/http/plugins/bodies.ts';
import { openBodyLimit } from '../../../../server/http/plugins/body-limits.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** `a&a&a…`: one name over and over. */
export const formPairs: HostileKind = {
  name: 'form-pairs',
  unit: 'pairs',
  largest: openBodyLimit / 2,
  open: () => ({
    prepare(size) {
      const text = 'a&'.repeat(size);
      return () => parseForm(text);
    },
  }),
};
