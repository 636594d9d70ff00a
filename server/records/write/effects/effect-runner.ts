import type { EffectVerb } from '../../../../src/core/effects/effect-verb.ts';
import type { EffectModel, EntityModel } from '../../../../src/core/model/entity-model.ts';
import type { RecordEnvironment } from '../../../../src/core/validation/record-environment.ts';
import type { Tx } from '../../call/ports.ts';
import type { Row } from '../../call/record-row.ts';

/** An effect whose condition holds, in the transaction of the write that has it. */
export interface RunningEffect<Step> {
  /** Acts as the platform on the entity that is created or acted upon. */
  readonly tx: Tx;
  readonly effect: EffectModel<Step>;
  /** Entity of `record`. */
  readonly subject: EntityModel;
  /** The record whose write has the effect, with `id`, and what its expressions may reach. */
  readonly record: Row;
  readonly environment: RecordEnvironment;
  /** Ids of the records acted upon, oldest first; none for a verb that acts upon nothing that is there. */
  readonly targets: readonly string[];
}

/** Server's half of a verb: does it, and gives the ids of what it created. */
export interface EffectRunner {
  readonly keyword: string;
  run(running: RunningEffect<unknown>): Promise<readonly string[]>;
}

/** The runner of a verb; `run` gets the step as the verb built it. */
export function defineRunner<Step>(
  { keyword }: EffectVerb<Step>,
  run: (running: RunningEffect<Step>) => Promise<readonly string[]>,
): EffectRunner {
  // Only effects that this very verb built come here, by its name.
  return { keyword, run: run as EffectRunner['run'] };
}
