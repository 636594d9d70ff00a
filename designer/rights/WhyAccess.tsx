import { Button } from 'antd';
import { placesAt } from '../../src/core/dialect/editors.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import { flowStates } from '../flow/flow-parts.ts';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useEntryText } from '../properties/entry-text.ts';
import type { ViewProps } from '../view-props.ts';
import { cellOf, type NamedRight } from './access.ts';
import { rightsOn } from './rights-of.ts';
import { useRightsText } from './texts.ts';

/** Why somebody has the right that he has on a field: which entry, under what condition, and what else it takes. */
export function WhyAccess({
  design,
  field,
  role,
  states,
  title,
  onChoose,
}: Pick<ViewProps, 'design' | 'onChoose'> & {
  /** Its key. */
  field: string;
  role: string;
  /** States that are looked at; none for an entity without states. */
  states: readonly string[];
  title: string;
}) {
  const text = useRightsText();
  const { roleName } = useGroupNames();
  const entryText = useEntryText();
  const { entity, base } = design;
  const property = entity.record.properties[field];
  if (property === undefined) return null;
  const id = entryId(entity.record.properties as unknown as Draft, field);
  const rights = rightsOn(entity, base.entity, id);
  const asked: readonly (string | undefined)[] = states.length === 0 ? [undefined] : states;
  const cells = asked.map((state) => cellOf(rights, role, state));
  const entries = [...new Set(cells.flatMap(({ entry }) => entry ?? []))];
  const conditional = [...new Set(cells.flatMap((cell) => cell.conditional))];
  const known = flowStates(entity);
  const stateNames = (keys: readonly string[]) =>
    keys.map((key) => known.find((state) => state.key === key)?.title ?? key).join('、');
  const told = ({ right, own }: NamedRight) => ({
    whose: text(own ? 'why.own' : 'why.shipped'),
    roles: right.roles.map(roleName).join('、'),
    states: right.states === undefined ? '' : text('why.inStates', { states: stateNames(right.states) }),
    access: text(`access.${right.access}.full`),
    when: right.when ?? '',
    steps: (right.steps ?? []).join('、'),
  });
  const open = ({ name }: NamedRight) => (
    <Button type="link" size="small" onClick={() => onChoose(['permissions', 'fields', id, name])}>
      {text('why.open')}
    </Button>
  );
  const [who] = placesAt(['states', '', 'edit']).filter(({ items }) => items !== undefined);
  const editors = Object.entries(entity.pages ?? {}).flatMap(([, { grants = {} }]) =>
    Object.entries(grants).flatMap(([name, actions]) => (actions.includes('edit') ? [name] : [])),
  );
  return (
    <section className="anlan-ds-why" aria-label={text('why')}>
      <h3>
        {text('why')}：{title}
      </h3>
      <ul>
        {property.compute !== undefined || property.by !== undefined ? <li>{text('why.computed')}</li> : null}
        {entries.length === 0 ? <li>{text('why.default')}</li> : null}
        {cells.every(({ named }) => !named) && entries.length > 0 && role !== 'everyone' ? (
          <li>{text('why.everyone')}</li>
        ) : null}
        {entries.map((entry) => (
          <li key={entry.name}>
            {text('why.entry', told(entry))}
            {open(entry)}
          </li>
        ))}
        {conditional.map((entry) => (
          <li key={entry.name}>
            {text(entry.right.when === undefined ? 'why.steps' : 'why.condition', told(entry))}
            {open(entry)}
          </li>
        ))}
        {known
          .filter(({ key, source }) => asked.includes(key) && asked.length === 1 && source.draft !== true)
          .map(({ key, title: called, source: { edit } }) => (
            <li key={key}>
              {edit === undefined || edit === false
                ? text('why.noEdit', { state: called })
                : Array.isArray(edit) && who !== undefined
                  ? text('why.edit', {
                      state: called,
                      who: edit.map((actor) => entryText(entity, who, String(actor), actor)).join('、'),
                    })
                  : text('why.button', { roles: [...new Set(editors)].map(roleName).join('、') })}
            </li>
          ))}
      </ul>
    </section>
  );
}
