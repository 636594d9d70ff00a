import { ArrowDownOutlined, ArrowUpOutlined, EyeInvisibleOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Select, Switch } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { placesAt } from '../../src/core/dialect/editors.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { Entries } from '../marks/Entries.tsx';
import { isLocked, LockMark } from '../marks/LockMark.tsx';
import { SettledInput } from '../marks/SettledInput.tsx';
import { useWord } from '../names/words.ts';
import { namesEdits, setEdit } from '../session/edits.ts';
import type { ViewProps } from '../view-props.ts';
import { type DrawnStep, type FlowState, flowStates, flowSteps } from './flow-parts.ts';
import { useFlowText } from './texts.ts';

type TableProps = Pick<ViewProps, 'design' | 'chosen' | 'onChoose' | 'onAct'>;

/** Lists and maps of a state and of a step that stand in its row, in the order in which they are met. */
const OF_STATE: readonly (readonly string[])[] = [['required'], ['timers'], ['effects']];
const OF_STEP: readonly (readonly string[])[] = [
  ['who'],
  ['when'],
  ['fields'],
  ['approve', 'levels'],
  ['set'],
  ['effects'],
];

/** All of a flow as a table: what the picture shows, and everything that can be changed in it. */
export function FlowTable(view: TableProps) {
  const { entity } = view.design;
  const text = useFlowText();
  const states = flowStates(entity);
  const steps = flowSteps(entity);
  return (
    <div className="anlan-ds-flow-tables">
      <section aria-label={text('states.title')}>
        <h3>{text('states.title')}</h3>
        {states.map((state, index) => (
          <StateRow key={state.key} {...view} state={state} index={index} states={states} />
        ))}
      </section>
      <section aria-label={text('steps.title')}>
        <h3>{text('steps.title')}</h3>
        {steps.map((step, index) => (
          <StepRow key={step.key} {...view} step={step} index={index} steps={steps} states={states} />
        ))}
      </section>
    </div>
  );
}

interface Named {
  readonly at: OverlayAddress;
  readonly title: string;
}

/** The edit that moves one of some things a place up or down; undefined at the end. */
function moveEdit(things: readonly Named[], index: number, by: -1 | 1): OverlayEdit | undefined {
  const to = index + by;
  const thing = things[index];
  if (thing === undefined || to < 0 || to >= things.length) return undefined;
  const rest = things.filter((other) => other !== thing);
  return { edit: 'move', at: thing.at, after: rest[to - 1]?.at.at(-1) ?? null };
}

/** A row of a thing: Alt and arrows move it, as in the outline. */
function Row({
  design,
  chosen,
  onChoose,
  onAct,
  things,
  index,
  kind,
  children,
  more,
}: TableProps & {
  things: readonly Named[];
  index: number;
  kind: 'state' | 'step';
  children: React.ReactNode;
  more: readonly (readonly string[])[];
}) {
  const text = useFlowText();
  const [open, setOpen] = useState(false);
  const thing = things[index];
  if (thing === undefined) return null;
  const { at, title } = thing;
  const locked = isLocked(design, at);
  const move = (by: -1 | 1) => {
    const edit = moveEdit(things, index, by);
    if (edit !== undefined) onAct([edit]);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of what stands within.
    <div
      className="anlan-ds-flow-row"
      data-kind={kind}
      data-row={at.at(-1)}
      data-chosen={at.every((step, place) => chosen[place] === step)}
      onKeyDown={press}
    >
      <div className="anlan-ds-flow-line">
        <SettledInput
          label={text(kind === 'state' ? 'states.name' : 'steps.name')}
          value={title}
          disabled={locked}
          maxLength={60}
          onSet={(next) => onAct([setEdit(design.base.entity, at, ['title'], next)])}
        />
        {children}
        <span className="anlan-ds-flow-tools">
          <LockMark design={design} at={at} />
          <Button size="small" type="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {text('steps.more')}
          </Button>
          <ToolButton
            size="small"
            type="text"
            label={text('up', { title })}
            icon={<ArrowUpOutlined />}
            disabled={locked || index === 0}
            onClick={() => move(-1)}
          />
          <ToolButton
            size="small"
            type="text"
            label={text('down', { title })}
            icon={<ArrowDownOutlined />}
            disabled={locked || index === things.length - 1}
            onClick={() => move(1)}
          />
          {kind === 'step' ? (
            <ToolButton
              size="small"
              type="text"
              label={text('hide', { title })}
              icon={<EyeInvisibleOutlined />}
              disabled={locked}
              onClick={() => onAct([{ edit: 'hide', at }])}
            />
          ) : null}
          <ToolButton
            size="small"
            type="text"
            label={text('open', { title })}
            icon={<SettingOutlined />}
            onClick={() => onChoose(at)}
          />
        </span>
      </div>
      {open ? (
        <div className="anlan-ds-flow-more">
          {more.map((path) => (
            <Entries key={path.join('/')} design={design} at={[...at, ...path]} onChoose={onChoose} onAct={onAct} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function StateRow({
  state,
  states,
  index,
  ...view
}: TableProps & { state: FlowState; states: readonly FlowState[]; index: number }) {
  const text = useFlowText();
  const word = useWord();
  const { design, onAct } = view;
  const { at, source } = state;
  const locked = isLocked(design, at);
  const set = (keyword: string, value: unknown) => setEdit(design.base.entity, at, [keyword], value);
  const [color] = placesAt(['states', '', 'color']);
  const colors: readonly unknown[] = Array.isArray(color?.node.enum) ? color.node.enum : [];
  // One state is the first: the one that was is it no longer.
  const begin = () => {
    const before = states.filter((other) => other.source.initial === true);
    const ended = before.map((other) => setEdit(design.base.entity, other.at, ['initial'], null));
    onAct([...ended, set('initial', true)]);
  };
  return (
    <Row {...view} things={states} index={index} kind="state" more={OF_STATE}>
      <Select
        size="small"
        className="anlan-ds-flow-color"
        aria-label={`${state.title} ${text('states.color')}`}
        disabled={locked}
        value={source.color ?? 'default'}
        options={colors.map((value) => ({ value: String(value), label: word(String(value)) }))}
        onChange={(next) => onAct([set('color', next === 'default' ? null : next)])}
      />
      <span className="anlan-ds-flow-switch">
        <Switch
          size="small"
          aria-label={`${state.title} ${text('states.initial')}`}
          disabled={locked || source.initial === true}
          checked={source.initial === true}
          onChange={begin}
        />
        {text('states.initial')}
      </span>
      <span className="anlan-ds-flow-switch">
        <Switch
          size="small"
          aria-label={`${state.title} ${text('states.draft')}`}
          disabled={locked}
          checked={source.draft === true}
          onChange={(on) => onAct([set('draft', on || null)])}
        />
        {text('states.draft')}
      </span>
    </Row>
  );
}

function StepRow({
  step,
  steps,
  states,
  index,
  ...view
}: TableProps & { step: DrawnStep; steps: readonly DrawnStep[]; states: readonly FlowState[]; index: number }) {
  const text = useFlowText();
  const { design, onAct } = view;
  const { at, source, from } = step;
  const locked = isLocked(design, at);
  const options = states.map(({ key, title }) => ({ value: key, label: title }));
  const titleOf = (key: string) => states.find((state) => state.key === key)?.title ?? key;
  const branches = Array.isArray(source.to) ? source.to : undefined;
  return (
    <Row
      {...view}
      things={steps}
      index={index}
      kind="step"
      more={branches === undefined ? OF_STEP : [['to'], ...OF_STEP]}
    >
      <Select
        size="small"
        mode="multiple"
        className="anlan-ds-flow-from"
        aria-label={`${step.title} ${text('steps.from')}`}
        placeholder={text('steps.from')}
        disabled={locked}
        maxTagCount="responsive"
        value={[...from]}
        options={options}
        onChange={(next) => onAct(namesEdits([...at, 'from'], from, next))}
      />
      <span aria-hidden>→</span>
      {branches === undefined ? (
        <Select
          size="small"
          allowClear
          className="anlan-ds-flow-to"
          aria-label={`${step.title} ${text('steps.to')}`}
          placeholder={text('steps.stay')}
          disabled={locked}
          value={typeof source.to === 'string' ? source.to : undefined}
          options={options}
          onChange={(next) => onAct([setEdit(design.base.entity, at, ['to'], next ?? null)])}
        />
      ) : (
        <Button size="small" type="text" className="anlan-ds-flow-to" onClick={() => view.onChoose([...at, 'to'])}>
          {text('steps.branches', { names: branches.map(({ state }) => titleOf(state)).join('、') })}
        </Button>
      )}
    </Row>
  );
}
