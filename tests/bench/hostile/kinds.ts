import type { HostileKind } from './hostile-kind.ts';
import { addresses } from './kinds/addresses.ts';
import { awaiting } from './kinds/awaiting.ts';
import { expressions } from './kinds/expressions.ts';
import { fileNames } from './kinds/file-names.ts';
import { formPairs } from './kinds/form-pairs.ts';
import { headerValues } from './kinds/header-values.ts';
import { jsonKeys } from './kinds/json-keys.ts';
import { jsonNesting } from './kinds/json-nesting.ts';
import { listArguments } from './kinds/list-arguments.ts';
import { markedAddresses } from './kinds/marked-addresses.ts';
import { multipartBodies } from './kinds/multipart-bodies.ts';
import { numbers } from './kinds/numbers.ts';
import { patterns } from './kinds/patterns.ts';
import { pictures } from './kinds/pictures.ts';
import { recordBodies } from './kinds/record-bodies.ts';
import { sheets } from './kinds/sheets.ts';
import { stepBodies } from './kinds/step-bodies.ts';

/** Every kind of hostile input, each in a file of its own. Add yours here; test and bench take it from this list. */
export const hostileKinds: readonly HostileKind[] = [
  ...addresses,
  ...headerValues,
  ...fileNames,
  ...multipartBodies,
  formPairs,
  jsonKeys,
  jsonNesting,
  ...recordBodies,
  ...listArguments,
  ...awaiting,
  ...stepBodies,
  ...markedAddresses,
  ...pictures,
  ...sheets,
  ...expressions,
  ...numbers,
  ...patterns,
];
