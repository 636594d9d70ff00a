import { UserOutlined } from '@ant-design/icons';
import type { RightsItem } from '../../src/core/wire/design.ts';
import { useGroupNames } from '../names/GroupNames.tsx';
import { usePublishText } from './texts.ts';

/** What people gain and lose by a change, with how many they are; nothing where nobody does. */
export function RightsTable({ rights }: { rights: readonly RightsItem[] | undefined }) {
  const text = usePublishText();
  const { roles } = useGroupNames();
  if (rights === undefined || rights.length === 0) return null;
  const titles = new Map(roles.map(({ value, label }) => [value, label]));
  return (
    <section aria-label={text('rights')}>
      <h3 className="anlan-ds-small">{text('rights')}</h3>
      <ul className="anlan-ds-sentences">
        {rights.map(({ entityTitle, change, what, people, roles: by }) => (
          <li key={`${change} ${entityTitle} ${what}`}>
            <UserOutlined /> <strong>{entityTitle}</strong>：{text(`rights.${change}`, { people, what })}
            {by.length === 0 ? null : (
              <span className="anlan-ds-quiet">
                （
                {by
                  .map((role) => (role === 'everyone' ? text('rights.everyone') : (titles.get(role) ?? role)))
                  .join('、')}
                ）
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
