import type { Verbs } from '../call/ports.ts';
import { afterWrite } from './after-write.ts';
import { tryAutomatic } from './automatic.ts';
import { saveBelow, saveRecord } from './save.ts';
import { fireTransition } from './transition.ts';

/** The ways of writing, as each of them finds the others. */
export const verbs: Verbs = { save: saveRecord, saveBelow, fire: fireTransition, follow: afterWrite, tryAutomatic };
