import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { ModelExpression } from '../../../src/core/model/entity-model.ts';
import type { RecordEnvironment, RecordValues } from '../../../src/core/validation/record-environment.ts';
import { choicesOf, choiceTitles, dictionaryRanks, titledChoices } from '../../metadata/choices.ts';
import { asksAwaiting, awaitedTransitions } from './awaiting.ts';
import { type Beginning, type BehindReferences, behindKey, readBehindReferences } from './behind-references.ts';
import type { EntityCall, Reading } from './ports.ts';

/** What a record's expressions see of the surroundings, besides the record itself. */
interface EnvironmentParts {
  readonly stored?: RecordValues;
  readonly row?: RecordValues;
  readonly references?: BehindReferences;
}

/** Under this name the values behind references hold the transitions that await the person's vote. */
const AWAITING = '#awaiting';

/** The environment in which a record is computed and checked. */
export function recordEnvironment(call: EntityCall, parts: EnvironmentParts = {}): RecordEnvironment {
  const { snapshot, world } = call;
  return {
    now: call.now,
    me: world.me,
    settings: world.settings,
    choices: (field) => choicesOf(snapshot, field),
    rank(code, key) {
      const dictionary = snapshot.dictionaries.get(code);
      if (dictionary === undefined) return null;
      return dictionaryRanks(dictionary).find((entry) => entry.key === key)?.rank ?? null;
    },
    keys(code) {
      const dictionary = snapshot.dictionaries.get(code);
      return dictionary === undefined ? null : dictionaryRanks(dictionary).map(({ key }) => key);
    },
    title(titles, key) {
      const choices = titledChoices(snapshot, titles);
      return choices === undefined ? null : (choiceTitles(choices).get(key) ?? null);
    },
    reference: behind(parts.references),
    ...awaitingOf(parts),
    ...(parts.stored === undefined ? {} : { stored: parts.stored }),
    ...(parts.row === undefined ? {} : { row: parts.row }),
  };
}

function awaitingOf({ references }: EnvironmentParts): Pick<RecordEnvironment, 'awaiting'> {
  const awaited = references?.get(AWAITING);
  return awaited instanceof Set ? { awaiting: (approval) => awaited.has(approval) } : {};
}

/** Who is awaited, where expressions ask it: kept with what stands behind references. */
export async function loadAwaiting(
  { call, db }: Reading,
  record: RecordValues,
  nodes: readonly ExpressionNode[],
): Promise<ReadonlyMap<string, unknown>> {
  if (!nodes.some(asksAwaiting)) return new Map();
  return new Map([[AWAITING, await awaitedTransitions(db, call.model, record.id, call.context.caller.userId)]]);
}

/** How values behind references are found among those that were read beforehand; null for what was not. */
function behind(references: BehindReferences | undefined): NonNullable<RecordEnvironment['reference']> {
  return (path, { rows, id }) => {
    const whole = `${rows}${path.join('.')}`;
    return references?.get(behindKey(whole)) ?? references?.get(behindKey(whole, id)) ?? null;
  };
}

/** The environment with what stands behind references of further records, which some step has come to. */
export async function withBehind(
  tx: Reading,
  environment: RecordEnvironment,
  expressions: readonly ModelExpression[],
  beginnings: readonly Beginning[],
): Promise<RecordEnvironment> {
  const nodes = expressions.map(({ node }) => node);
  const further = behind(await readBehindReferences(tx, nodes, beginnings));
  return {
    ...environment,
    reference: (path, begun) => further(path, begun) ?? environment.reference?.(path, begun) ?? null,
  };
}
