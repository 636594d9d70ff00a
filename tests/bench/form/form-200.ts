import { formBench } from './form-bench.ts';

export const bench = formBench('form-200', 200, 9);
