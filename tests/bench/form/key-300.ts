import { keysBench } from './keys-bench.ts';

export const bench = keysBench('key-300', 300);
