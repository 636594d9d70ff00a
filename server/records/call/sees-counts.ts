import { collectReferences, entityRead } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { followedBy, rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import { rulesOf } from './area-rules.ts';
import { companionsOf } from './companions.ts';
import type { EntityCall } from './ports.ts';
import { askedOf, ownNodes } from './prepare-environment.ts';

const known = new WeakMap<EntityModel, boolean>();

/**
 * Whether what is asked while a row of the call's entity is inserted may depend on what the record above counts of its
 * rows: then each row is counted before the next is written. Where in doubt it does.
 */
export function seesCounts(call: EntityCall): boolean {
  const { model } = call;
  const answer = known.get(model) ?? workOut(call);
  known.set(model, answer);
  return answer;
}

function workOut(call: EntityCall): boolean {
  const { model, snapshot } = call;
  const { parent } = model;
  if (parent === undefined) return true;
  // These ask more than the row's own expressions do.
  const isLively =
    model.effects.length > 0 ||
    model.children.length > 0 ||
    companionsOf(call).length > 0 ||
    rulesOf(call)?.after !== undefined ||
    Object.values(model.states).some(({ effects, timers }) => effects.length > 0 || timers.length > 0) ||
    Object.values(model.transitions).some(({ auto }) => auto);
  if (isLively) return true;
  const feeds = rollupGraph(snapshot.entities).from(model.key);
  const into = feeds.filter(({ target }) => target.key === parent.entity);
  const above = snapshot.entities.get(parent.entity);
  if (above === undefined) return true;
  const counts = followedBy(
    above,
    into.flatMap(({ fields }) => fields.map(({ key }) => key)),
  );
  const ways = new Set(['parent', ...model.fields.flatMap(({ key, target }) => (target === above.key ? [key] : []))]);
  const nodes = [...ownNodes(model), ...[parent.create?.when].flatMap((one) => (one === undefined ? [] : [one.node]))];
  const names = nodes.flatMap((node) => collectReferences(node).map((name) => name.split('.')));
  // What is computed at each reading may be made of counts by any way.
  const isMade = (key: string) => counts.has(key) || above.field.get(key)?.column === undefined;
  const reads = names.some(([first = '', second]) => ways.has(first) && second !== undefined && isMade(second));
  return reads || askedOf(call).some((asked) => entityRead(asked) === above.key);
}
