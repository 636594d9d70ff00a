import { keysBench } from './keys-bench.ts';

// The promise of 50 ms is for 300 fields; with 1000 mounted at once only the script is ours to bound.
export const bench = keysBench('key-1000', 1000, { paint: undefined, script: 5 });
