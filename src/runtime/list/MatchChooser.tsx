import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type FilterPlan, isRange } from '../../compile/columns/compile-filters.ts';
import { titled } from '../../core/text/punctuate.ts';
import type { FilterMatch } from '../../core/wire/contract.ts';
import { useListText } from './text.ts';

interface MatchChooserProps {
  readonly plan: FilterPlan;
  readonly match: FilterMatch | undefined;
  readonly onChange: (match: FilterMatch | undefined) => void;
}

/** How a filter is meant: as usual, turned round, or asking whether there is a value. */
export function MatchChooser({ plan, match, onChange }: MatchChooserProps) {
  const text = useListText();
  if (plan.matches.length === 0) return null;
  const contains = plan.kind === 'contains';
  const usual = text(
    contains
      ? 'match.contains'
      : isRange(plan.kind)
        ? 'match.range'
        : plan.kind === 'any'
          ? 'match.any'
          : 'match.usual',
  );
  const words: Readonly<Record<FilterMatch, string>> = {
    not: text(contains ? 'match.not.contains' : 'match.not'),
    empty: text('match.empty'),
    filled: text('match.filled'),
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [match ?? 'usual'],
        items: [{ key: 'usual', label: usual }, ...plan.matches.map((key) => ({ key, label: words[key] }))],
        onClick: ({ key }) => onChange(key === 'usual' ? undefined : (key as FilterMatch)),
      }}
    >
      <button
        type="button"
        className="anlan-plain anlan-match"
        aria-label={titled(text('match.of', { title: plan.title }), match === undefined ? usual : words[match])}
      >
        {match === undefined ? null : words[match]}
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}
