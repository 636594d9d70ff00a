import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { ComparedEntity } from '../../src/core/wire/design.ts';
import { usePublishText } from './texts.ts';
import { useSentences } from './useSentences.ts';

/** What differs, as sentences under the title of each entity; `known` are entities by which their things are named. */
export function Compared({ entities, known = [] }: { entities: readonly ComparedEntity[]; known?: readonly Entity[] }) {
  const say = useSentences();
  const text = usePublishText();
  // What was turned and turned back is no change.
  const changed = entities.filter(({ removed, changes, places = 0 }) => removed || changes.length + places > 0);
  if (changed.length === 0) return <p className="anlan-ds-quiet">{text('compared.none')}</p>;
  return changed.map(({ entity, title, removed, changes, places }) => (
    <section key={entity} aria-label={title}>
      <h4 className="anlan-ds-small">{title}</h4>
      <ul className="anlan-ds-sentences">
        {removed ? <li>{text('removed.entity', { title })}</li> : null}
        {places === undefined ? null : <li>{text('compared.places', { count: places })}</li>}
        {changes
          .map((change) =>
            say(
              change,
              known.find((one) => one.entity === entity),
            ),
          )
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </section>
  ));
}
