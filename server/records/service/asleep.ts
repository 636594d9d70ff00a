import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { OutOfReachError } from '../../../src/core/expression/index.ts';

/** Does work; what an expression in it cannot do yet is said in the catalogue's words. */
export async function sayingWhatSleeps<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutOfReachError) throw new AnlanError('notYetAlive', { keyword: error.functionName });
    throw error;
  }
}
