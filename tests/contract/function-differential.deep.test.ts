import { compareAllFunctions } from './function-fuzz.ts';

// 10,080 values of each function: 84 calls over 40 rows in three zones.
compareAllFunctions({ seed: 20_261_124, rows: 40, expressions: 84 });
