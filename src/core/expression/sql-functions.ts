import type { ScalarFunctionName } from './functions.ts';
import type { CompileFunction } from './sql-functions/arguments.ts';
import { LIST_SQL } from './sql-functions/lists.ts';
import { MOMENT_SQL } from './sql-functions/moments.ts';
import { NUMBER_SQL } from './sql-functions/numbers.ts';
import { PERIOD_SQL } from './sql-functions/periods.ts';
import { SURROUNDING_SQL } from './sql-functions/surroundings.ts';
import { TEXT_SQL } from './sql-functions/texts.ts';
import { VALUE_SQL } from './sql-functions/values.ts';

/** The SQL half of every function that takes plain values; the mapped type names any that is missing. */
export const SQL_FUNCTIONS: Record<ScalarFunctionName, CompileFunction> = {
  ...MOMENT_SQL,
  ...PERIOD_SQL,
  ...NUMBER_SQL,
  ...VALUE_SQL,
  ...TEXT_SQL,
  ...LIST_SQL,
  ...SURROUNDING_SQL,
};
