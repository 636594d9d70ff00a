import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Input, Select, Space, Switch, Table, Tooltip } from 'antd';
import { memo, useState } from 'react';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import {
  choiceEdit,
  choicesWith,
  dictionariesOf,
  dictionarySubject,
  newChoiceEdit,
  type PlacedChoice,
} from '../../src/core/overlay/own-dictionary.ts';
import type { DesignDictionary } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { StatusTag } from '../../src/ui/StatusTag.tsx';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { fetchDictionary } from '../session/design-calls.ts';
import type { Designed } from '../session/useDesign.ts';
import type { ViewProps } from '../view-props.ts';
import { useDictionaryText } from './texts.ts';
import './dictionaries.css';

/** Distance between two choices, so that one finds room between them. */
const STEP = 10;

/** Colours of tags that are told apart. */
const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'default'] as const;

/** The dictionaries of an entity, changed in place and published with the draft. */
export const DictionariesView = memo(function DictionariesView({ design }: ViewProps) {
  const text = useDictionaryText();
  const codes = dictionariesOf(design.entity);
  const { data, error, retry } = useLoaded(`dictionaries ${codes.join()} ${design.base.version}`, () =>
    Promise.all(codes.map((code) => fetchDictionary(code))),
  );
  if (error !== undefined) return <ErrorState message={error} onRetry={retry} />;
  if (data === undefined) return <LoadingDelay loading rows={10} />;
  if (data.length === 0) return <EmptyState reason="none" title={text('none')} />;
  return (
    <div className="anlan-dd">
      {data.map((dictionary) => (
        <Dictionary key={dictionary.code} design={design} dictionary={dictionary} />
      ))}
    </div>
  );
});

function Dictionary({ design, dictionary }: { design: Designed; dictionary: DesignDictionary }) {
  const text = useDictionaryText();
  const { message } = App.useApp();
  const [added, setAdded] = useState('');
  const subject = dictionarySubject(dictionary.code);
  const choices = choicesWith(dictionary.choices, design.editsOn(subject));
  const act = (...edits: readonly OverlayEdit[]) => design.actOn(subject, edits);
  const isTaken = (title: string, but?: string) =>
    choices.some((choice) => choice.title === title && choice.key !== but && choice.sealed !== true);
  const rename = (choice: PlacedChoice, title: string): boolean => {
    if (title === choice.title) return true;
    if (isTaken(title, choice.key)) {
      void message.warning(text('taken', { title }));
      return false;
    }
    act(choiceEdit(choice, 'title', title));
    return true;
  };
  const add = () => {
    const title = added.trim();
    if (title === '') return;
    if (isTaken(title)) return void message.warning(text('taken', { title }));
    act(newChoiceEdit(nextKey(choices), title, (choices.at(-1)?.order ?? 0) + STEP));
    setAdded('');
  };
  const swap = (index: number, by: -1 | 1) => {
    const choice = choices[index];
    const other = choices[index + by];
    if (choice === undefined || other === undefined) return;
    // Two of the same place would not change by changing places.
    const order = choice.order === other.order ? other.order + by : other.order;
    act(choiceEdit(choice, 'order', Math.max(0, order)), choiceEdit(other, 'order', choice.order));
  };
  const users = dictionary.users.filter(({ entity }) => entity !== design.entity.entity);
  return (
    <section className="anlan-dd-one" aria-label={dictionary.title}>
      <h3>{dictionary.title}</h3>
      {users.length === 0 ? null : (
        <p className="anlan-ds-quiet">{text('shared', { titles: users.map(({ title }) => title).join('、') })}</p>
      )}
      <Table<PlacedChoice>
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={choices}
        columns={[
          {
            title: text('title'),
            render: (_, choice) => (
              <Input
                size="small"
                key={choice.title}
                maxLength={60}
                aria-label={text('title.of', { title: choice.title })}
                defaultValue={choice.title}
                onPressEnter={(event) => event.currentTarget.blur()}
                onBlur={(event) => {
                  const title = event.target.value.trim();
                  // A choice has a name; what stands in the way of a new one is said, and it stays to be changed.
                  if (title === '') event.target.value = choice.title;
                  else if (!rename(choice, title)) event.target.focus();
                }}
              />
            ),
          },
          {
            title: text('color'),
            width: 130,
            render: (_, choice) => (
              <Select
                size="small"
                aria-label={text('color.of', { title: choice.title })}
                value={choice.color ?? ''}
                onChange={(color) => act(choiceEdit(choice, 'color', color === '' ? null : color))}
                options={[
                  { value: '', label: text('color.none') },
                  ...COLOURS.map((value) => ({
                    value,
                    label: <StatusTag text={choice.title} color={value} />,
                  })),
                ]}
              />
            ),
          },
          {
            title: <Tooltip title={text('sealed.hint')}>{text('sealed')}</Tooltip>,
            width: 96,
            render: (_, choice) => (
              <Space size={4}>
                <Switch
                  size="small"
                  aria-label={text('sealed.of', { title: choice.title })}
                  checked={choice.sealed === true}
                  onChange={(sealed) => act(choiceEdit(choice, 'sealed', sealed ? true : null))}
                />
                {text(choice.sealed === true ? 'sealed' : 'used')}
              </Space>
            ),
          },
          {
            title: text('order'),
            width: 84,
            render: (_, choice, index) => (
              <div className="anlan-dd-order">
                <ToolButton
                  label={text('up.of', { title: choice.title })}
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  onClick={() => swap(index, -1)}
                />
                <ToolButton
                  label={text('down.of', { title: choice.title })}
                  icon={<ArrowDownOutlined />}
                  disabled={index === choices.length - 1}
                  onClick={() => swap(index, 1)}
                />
              </div>
            ),
          },
        ]}
      />
      <div className="anlan-dd-add">
        <Input
          size="small"
          maxLength={60}
          aria-label={text('new')}
          placeholder={text('new')}
          value={added}
          onChange={(event) => setAdded(event.target.value)}
          onPressEnter={add}
        />
        <Button size="small" icon={<PlusOutlined />} disabled={added.trim() === ''} onClick={add}>
          {text('add')}
        </Button>
      </div>
    </section>
  );
}

/** The number behind the greatest key, where keys are numbers; else the count of all. */
function nextKey(choices: readonly PlacedChoice[]): string {
  const numbers = choices.map(({ key }) => Number(key)).filter(Number.isInteger);
  const taken = new Set(choices.map(({ key }) => key));
  let next = Math.max(0, ...numbers) + 1;
  while (taken.has(String(next))) next += 1;
  return String(next);
}
