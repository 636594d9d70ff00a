import { Select } from 'antd';
import { useMemo, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { type KnownName, useGroupNames } from '../names/GroupNames.tsx';
import { useRightsText } from './texts.ts';

/** The roles that a grid shows, and how others are. */
interface Shown {
  readonly roles: readonly string[];
  readonly options: readonly KnownName[];
  set(roles: readonly string[]): void;
}

/** At first the roles of which the entity speaks anywhere, in the company's order, and everybody else. */
export function useShownRoles(entity: Entity): Shown {
  const { roles: options } = useGroupNames();
  const [chosen, setChosen] = useState<readonly string[]>();
  const roles = useMemo(() => {
    const named = new Set(['everyone']);
    walk(entity, {
      key: (_, name, kind) => {
        if (kind === 'role') named.add(name);
      },
    });
    return options.flatMap(({ value }) => (named.has(value) ? [value] : []));
  }, [entity, options]);
  return { roles: chosen ?? roles, options, set: setChosen };
}

/** Chooses the roles that a grid shows. */
export function RolesShown({ shown: { roles, options, set } }: { shown: Shown }) {
  const text = useRightsText();
  const order = new Map(options.map(({ value }, index) => [value, index]));
  return (
    <Select
      aria-label={text('roles')}
      className="anlan-ds-grid-roles"
      mode="multiple"
      maxTagCount={0}
      maxTagPlaceholder={() => `${text('roles')} ${roles.length}`}
      optionFilterProp="label"
      value={[...roles]}
      options={[...options]}
      onChange={(next) => set([...next].sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0)))}
    />
  );
}
