import type { ComparedEntity } from '../../src/core/wire/design.ts';
import { useSentences } from './useSentences.ts';

/** What differs, as sentences under the title of each entity. */
export function Compared({ entities }: { entities: readonly ComparedEntity[] }) {
  const say = useSentences();
  return entities.map(({ entity, title, changes }) => (
    <section key={entity} aria-label={title}>
      <h4 className="anlan-ds-small">{title}</h4>
      <ul className="anlan-ds-sentences">
        {changes.map(say).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  ));
}
