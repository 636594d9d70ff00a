import { type Visitor, walk } from './walk.ts';

/** Tells the places of one entity, in the order of the file. */
type Places = (visitor: Visitor) => void;

/**
 * What a walk has told, by entity. A linter asks for the same places again and again, and so does whoever tries edits over
 * a world that stays as it is; what nobody asks for is let go of with the next collection of garbage.
 */
const known = new WeakMap<object, WeakRef<Places>>();

/** The places of an entity that is changed no more, walked once however often they are told. */
export function walkedPlaces(entity: object): Places {
  return (visitor) => toldBefore(entity)(visitor);
}

function toldBefore(entity: object): Places {
  const before = known.get(entity)?.deref();
  if (before !== undefined) return before;
  const told: Places[] = [];
  walk(entity, {
    text: (...place) => told.push((visitor) => visitor.text?.(...place)),
    expression: (...place) => told.push((visitor) => visitor.expression?.(...place)),
    key: (...place) => told.push((visitor) => visitor.key?.(...place)),
    defines: (...place) => told.push((visitor) => visitor.defines?.(...place)),
  });
  const places: Places = (visitor) => {
    for (const tell of told) tell(visitor);
  };
  known.set(entity, new WeakRef(places));
  return places;
}
