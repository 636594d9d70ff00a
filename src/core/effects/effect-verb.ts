import type { Effect, Entity } from '../dialect/entity.generated.ts';
import type { Path } from '../dialect/walk/walk.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { BuiltFields } from '../model/built-fields.ts';
import type { ExpressionCompiler } from '../model/compile-expression.ts';
import type { EffectTarget, ModelExpression } from '../model/entity-model.ts';
import type { NameTable } from '../model/entity-scope.ts';
import type { ModelWorld } from '../model/model-world.ts';

/** Where effects stand: the entity, and the special records that their expressions see besides it. */
export interface EffectPlace {
  readonly world: ModelWorld;
  readonly entity: Entity;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
  readonly records: Readonly<Record<string, NameTable>>;
}

/** One effect as its verb reads it. */
export interface PlacedEffect extends EffectPlace {
  readonly key: string;
  readonly source: Effect;
  readonly path: Path;
  /** Names that its expressions see, with `created` among them. */
  readonly scope: ExpressionScope;
  /** Entities of the records that the effects before it created, by effect. */
  readonly created: ReadonlyMap<string, Entity>;
}

/** What a verb makes of an effect. */
interface BuiltEffect<Step> {
  /** Entity created or acted upon. */
  readonly entity: Entity;
  readonly target: EffectTarget;
  /** Whether later effects may name what it created as `created.<effect>`. Default false. */
  readonly creates?: boolean;
  /** Expressions of `step` over the record. */
  readonly reads: readonly ModelExpression[];
  readonly step: Step;
}

/**
 * What an effect can do: a file in `verbs/`, and the runner of the same name in the server, which gets `step` as this
 * half built it. The registries and the verb's keywords in the meta-schema are written by `npm run metadata -- types`.
 */
export interface EffectVerb<Step = unknown> {
  /** The keyword by which an effect says that it does this; also the name in the registry. */
  readonly keyword: keyof Effect;
  /** Form in the meta-schema of that keyword, and of others that only this verb knows. */
  readonly schema: Readonly<Record<string, object>>;
  /** Keywords that it shares with other verbs. */
  readonly shares: readonly (keyof Effect)[];
  /** Reads an effect; undefined where it cannot be, which is then reported. */
  build(effect: PlacedEffect): BuiltEffect<Step> | undefined;
  /** Key of the entity of which it creates a record. Default none: it acts upon records that are there. */
  creates?(source: Effect): string | undefined;
  /** Transition that it fires on its target. Default none: a save follows. */
  fires?(source: Effect): string | undefined;
  /** Whether it leaves all records as they are, so that nothing follows at once. Default false. */
  readonly leaves?: boolean;
  /** Transitions of the record itself that are fired later, when what it did has an answer. Default none. */
  answers?(source: Effect): readonly string[];
}
