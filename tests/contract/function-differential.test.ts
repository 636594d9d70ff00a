import { compareAllFunctions } from './function-fuzz.ts';

compareAllFunctions({ seed: 20_261_123, rows: 40, expressions: 8 });
