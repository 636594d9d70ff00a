import { GroupOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { type FilterChoice, filterQuery } from '../../compile/columns/compile-filters.ts';
import { countText } from '../../core/amount/number-text.ts';
import { parsePeriod } from '../../core/expression/index.ts';
import type { ListGroup } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { ListTool } from './ListTool.tsx';
import { useListText } from './text.ts';
import type { ListController } from './useListController.ts';

/** Groups shown before the rest is asked for. */
const FIRST_GROUPS = 12;

interface GroupChoice {
  /** `status`, `issueDate:month`. */
  readonly group: string;
  readonly title: string;
}

/** Fields that rows can be counted by: choices, people, departments, references, and dates by month and year. */
function groupChoices(page: EntityPageModel, text: ReturnType<typeof useListText>): readonly GroupChoice[] {
  return page.filters.flatMap(({ key, title, kind }): GroupChoice[] => {
    const field = page.model.field.get(key);
    if (field === undefined || field.column === undefined || field.column.kind.endsWith('[]')) return [];
    if (kind === 'any' || kind === 'equals') return [{ group: key, title }];
    if (field.valueType !== 'date' && field.valueType !== 'dateTime') return [];
    return [
      { group: `${key}:month`, title: text('group.month', { title }) },
      { group: `${key}:year`, title: text('group.year', { title }) },
    ];
  });
}

/** Chooses the field whose values are counted above the list. */
export function GroupChooser({ list }: { list: ListController }) {
  const { page } = useEntityPage();
  const text = useListText();
  const choices = groupChoices(page, text);
  if (choices.length === 0 || operationOf(page.model, 'count') === undefined) return null;
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        selectable: true,
        selectedKeys: [list.state.group ?? ''],
        items: [
          { key: '', label: text('group.none') },
          ...choices.map(({ group, title }) => ({ key: group, label: title })),
        ],
        onClick: ({ key }) => list.setGroup(key === '' ? undefined : key),
      }}
    >
      <ListTool
        letter="G"
        label={text('group.title')}
        icon={<GroupOutlined />}
        aria-pressed={list.state.group !== undefined}
      />
    </Dropdown>
  );
}

/** The groups with their numbers; pressing one filters by it, pressing it again lets all in. */
export function GroupBar({ list }: { list: ListController }) {
  const { page, changes } = useEntityPage();
  const text = useListText();
  const [whole, setWhole] = useState(false);
  const { group, filters, matches, keyword, figure } = list.state;
  const chosen = groupChoices(page, text).find((choice) => choice.group === group);
  const operation = operationOf(page.model, 'count');
  const query = {
    ...filterQuery(page.filters, filters, matches),
    page: page.page.code,
    groupBy: group ?? '',
    ...(keyword === '' ? {} : { keyword }),
    ...(figure === undefined ? {} : { figure }),
  };
  const read = useLoaded<{ groups?: readonly ListGroup[] }>(
    chosen === undefined || operation === undefined
      ? undefined
      : `${JSON.stringify(query)}/${changes}/${list.attempt}/${page.metadata.revision}`,
    (signal) =>
      operation === undefined
        ? Promise.resolve({})
        : callOperation(page.model, operation, query, { signal, quiet: true }),
  );
  if (chosen === undefined || group === undefined) return null;
  const [key = ''] = group.split(':');
  const applied = filters[key];
  const groups = read.data?.groups ?? [];
  const shown = whole ? groups : groups.slice(0, FIRST_GROUPS);
  return (
    <fieldset className="anlan-groups" aria-label={chosen.title} aria-busy={read.loading}>
      <span className="anlan-groups-title">{chosen.title}</span>
      {read.error !== undefined && (
        <Button type="link" size="small" onClick={read.retry}>
          {text('group.failed')}
        </Button>
      )}
      {shown.map((one) => {
        const choice = choiceOf(group, one);
        const pressed = JSON.stringify(applied) === JSON.stringify(choice) && choice !== undefined;
        const isEmpty = one.key === null;
        const on = isEmpty ? matches[key] === 'empty' : pressed;
        return (
          <button
            key={one.key ?? ''}
            type="button"
            className="anlan-group"
            aria-pressed={on}
            onClick={() => {
              if (isEmpty) list.setMatch(key, on ? undefined : 'empty');
              else list.setFilter(key, on ? undefined : choice, undefined);
            }}
          >
            <span>{isEmpty ? text('group.none.value') : one.label}</span>
            <span className="anlan-group-count">{countText(one.count)}</span>
          </button>
        );
      })}
      {groups.length > shown.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {text('group.more', { count: groups.length - shown.length })}
        </Button>
      )}
    </fieldset>
  );
}

/** The filter that a group stands for; undefined for rows without a value. */
function choiceOf(group: string, { key }: ListGroup): FilterChoice | undefined {
  const [, part] = group.split(':');
  if (key === null) return undefined;
  if (part === undefined) return [key];
  const period = parsePeriod(key);
  return period === undefined ? undefined : [period.first, period.last];
}
