import type { EffectVerb } from '../../src/core/effects/effect-verb.ts';
import type { EffectModel } from '../../src/core/model/entity-model.ts';
import type { RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { Row } from '../entity/record-row.ts';

/** How a runner writes: the ordinary ways of the service, handed in because each of them may have effects again. */
export interface EffectWrites {
  /** Saves a record of the call's entity; its id. */
  save(call: EntityCall, connection: Connection, body: Row, options: { readonly newId: string }): Promise<string>;
  fire(call: EntityCall, connection: Connection, id: string, transition: string, body: Row): Promise<unknown>;
  /** What follows a write that was no save: effects of a save only where `saved` holds what was stored before. */
  follow(
    call: EntityCall,
    connection: Connection,
    written: { readonly id: string; readonly from: string | null; readonly values: Row },
    options: { readonly followed?: boolean; readonly saved?: Row },
  ): Promise<void>;
}

/** An effect whose condition holds, in the transaction of the write that has it. */
export interface RunningEffect<Step> {
  /** Acts as the platform on the entity that is created or acted upon. */
  readonly call: EntityCall;
  readonly connection: Connection;
  readonly effect: EffectModel<Step>;
  /** The record whose write has the effect, with `id`, and what its expressions may reach. */
  readonly record: Row;
  readonly environment: RecordEnvironment;
  /** Ids of the records acted upon, oldest first; none for a verb that acts upon nothing that is there. */
  readonly targets: readonly string[];
  readonly writes: EffectWrites;
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
