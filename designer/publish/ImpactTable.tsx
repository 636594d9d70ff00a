import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Input, Radio, Select } from 'antd';
import type { ImpactChoice, ImpactItem, ImpactWay } from '../../src/core/wire/design.ts';
import type { Loaded } from '../../src/field-types/use-loaded.ts';
import { usePublishText } from './texts.ts';
import './publish.css';

export type Choices = Readonly<Record<string, Omit<ImpactChoice, 'id'>>>;

/** What a change does to the records that exist, each with what is to become of them. */
export function ImpactTable({
  impact,
  choices,
  faults,
  onChoose,
  stop,
  wrong = false,
}: {
  impact: Pick<Loaded<readonly ImpactItem[]>, 'data' | 'error' | 'loading'>;
  choices: Choices;
  /** What is wrong with a choice, by item. */
  faults: ReadonlyMap<string, string>;
  onChoose(choices: Choices): void;
  /** Whether whoever waits has stopped the counting, and what stops it or begins again. */
  stop: { readonly stopped: boolean; set(stopped: boolean): void };
  /** Whether the draft cannot be published as it is, so that there is nothing to count. */
  wrong?: boolean;
}) {
  const text = usePublishText();
  const { data, error, loading } = impact;
  // What was counted before is not what would happen now.
  const isCounted = !loading && !stop.stopped && !wrong && error === undefined;
  return (
    <section className="anlan-pb-impact" aria-label={text('impact')} aria-live="polite" aria-busy={loading}>
      <h3 className="anlan-ds-small">{text('impact')}</h3>
      {wrong ? <p className="anlan-ds-quiet">{text('impact.wrong')}</p> : null}
      {error === undefined || wrong ? null : (
        <p className="anlan-ds-wrong">{text('impact.failed', { reason: error })}</p>
      )}
      {loading && !wrong ? (
        <p className="anlan-ds-quiet">
          {text('impact.asking')}{' '}
          <Button size="small" onClick={() => stop.set(true)}>
            {text('impact.stop')}
          </Button>
        </p>
      ) : null}
      {stop.stopped ? (
        <p>
          {text('impact.stopped')}{' '}
          <Button size="small" onClick={() => stop.set(false)}>
            {text('impact.again')}
          </Button>
        </p>
      ) : null}
      {isCounted && data?.length === 0 ? (
        <p className="anlan-ds-quiet">
          <CheckCircleOutlined /> {text('impact.none')}
        </p>
      ) : null}
      {isCounted
        ? data?.map((item) => (
            <Item
              key={item.id}
              item={item}
              choice={choices[item.id]}
              fault={faults.get(item.id)}
              onChoose={(choice) => onChoose({ ...choices, [item.id]: choice })}
            />
          ))
        : null}
    </section>
  );
}

function Item({
  item: { id, entityTitle, message, sample, ways, choices, fix, confirm },
  choice,
  fault,
  onChoose,
}: {
  item: ImpactItem;
  choice: Choices[string] | undefined;
  fault: string | undefined;
  onChoose(choice: Choices[string]): void;
}) {
  const text = usePublishText();
  const names = sample.map(({ title }) => title).join('、');
  const takes = choice?.do === 'fill' || choice?.do === 'map' ? choice.do : undefined;
  return (
    <div className="anlan-pb-item">
      <p>
        <WarningOutlined /> <strong>{entityTitle}</strong>：{message}
      </p>
      <p className="anlan-ds-quiet">{names === '' ? text('impact.hidden') : text('impact.sample', { names })}</p>
      {ways.length === 0 ? <p className="anlan-ds-wrong">{fix}</p> : null}
      <Radio.Group
        aria-label={`${text('impact.way')}：${message}`}
        value={choice?.do}
        onChange={({ target }) => onChoose({ do: target.value as ImpactWay })}
        options={ways.map((way) => ({ value: way, label: text(`way.${way}`) }))}
      />
      {takes === undefined ? null : choices === undefined ? (
        <Input
          aria-label={text(`way.${takes}.value`)}
          value={choice?.value ?? ''}
          onChange={({ target }) => onChoose({ do: takes, value: target.value })}
        />
      ) : (
        <Select
          aria-label={text(`way.${takes}.value`)}
          placeholder={text(`way.${takes}.value`)}
          value={choice?.value}
          options={choices.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(value: string) => onChoose({ do: takes, value })}
        />
      )}
      {confirm === undefined || choice === undefined ? null : (
        <Input
          aria-label={text('confirm.type', { title: confirm })}
          placeholder={text('confirm.type', { title: confirm })}
          value={choice.value ?? ''}
          onChange={({ target }) => onChoose({ do: choice.do, value: target.value })}
        />
      )}
      {fault === undefined ? null : (
        <p className="anlan-ds-wrong" role="alert" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
