import { formBench } from './form-bench.ts';

export const bench = formBench('form-1000', 1000, 5);
