import { Alert, Button, Select, Space } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { placesAt } from '../../src/core/dialect/editors.ts';
import type { Actor, Effect } from '../../src/core/dialect/entity.generated.ts';
import { verbsOf } from '../../src/core/effects/build-effects.ts';
import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import type { RecordValues } from '../../src/core/validation/record-environment.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { FieldServicesProvider } from '../../src/field-types/field-services.ts';
import { EntityContextProvider, type EntityPageContext } from '../../src/runtime/EntityContext.ts';
import { createTransitionForm } from '../../src/runtime/flow/transition-form.ts';
import { FormView, type FormViewHandle } from '../../src/runtime/form/FormView.tsx';
import { childPage } from '../../src/runtime/model/child-page.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { conditionsOver, fieldAccess } from '../../src/runtime/model/person.ts';
import { useDraftServices } from '../../src/runtime/preview/useDraftServices.ts';
import { StatusTag } from '../../src/ui/StatusTag.tsx';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useEntryText } from '../properties/entry-text.ts';
import type { ViewProps } from '../view-props.ts';
import { useFlowText } from './texts.ts';
import { useWalk, type WalkEntry } from './useWalk.ts';
import { relationFields } from './walk.ts';
import '../../src/runtime/runtime.css';

type Walk = ReturnType<typeof useWalk>;

/** Walks through the flow as somebody, with a sample record, before it is live: nothing is stored. */
export function WalkView({
  design,
  page,
  stale,
}: Pick<ViewProps, 'design'> & { page: EntityPageModel; stale: boolean }) {
  const text = useFlowText();
  const { roles } = useGroupNames();
  const { model } = page;
  const [role, setRole] = useState(() => firstRole(page));
  const [relations, setRelations] = useState<readonly string[]>(['creator']);
  const [sample, setSample] = useState((model.source.examples ?? []).length === 0 ? -1 : 0);
  const [asked, setAsked] = useState<TransitionModel>();
  const walk = useWalk(page, { role, relations, sample });
  const { record, steps, pending, log } = walk;
  const examples = model.source.examples ?? [];
  const state = typeof record.status === 'string' ? model.states[record.status] : undefined;
  const asking = asked === undefined ? undefined : steps.find(({ step }) => step.key === asked.key)?.step;
  const can = steps.filter(({ his, refusals, offered }) => his !== 'no' && refusals.length === 0 && offered !== 'no');
  const cannot = steps.filter((one) => !can.includes(one));
  const whoText = useWhoText(design.entity);
  return (
    <div className="anlan-ds-walk">
      <Space wrap>
        <Select
          aria-label={text('walk.as')}
          className="anlan-ds-walk-role"
          value={role}
          options={[...roles]}
          showSearch
          optionFilterProp="label"
          onChange={setRole}
        />
        <Select
          aria-label={text('walk.relation')}
          className="anlan-ds-walk-relation"
          mode="multiple"
          placeholder={text('walk.relation')}
          value={[...relations]}
          options={[
            { value: 'creator', label: text('walk.creator') },
            ...relationFields(model).map((key) => ({
              value: key,
              label: text('walk.field', { title: model.field.get(key)?.title ?? key }),
            })),
          ]}
          onChange={setRelations}
        />
        <Select
          aria-label={text('walk.sample')}
          className="anlan-ds-walk-sample"
          value={sample}
          options={[
            ...examples.map(({ title }, value) => ({ value, label: String(title) })),
            { value: -1, label: text('walk.sample.none') },
          ]}
          onChange={setSample}
        />
        <Button
          onClick={() => {
            setAsked(undefined);
            walk.reset();
          }}
        >
          {text('walk.reset')}
        </Button>
      </Space>
      <p className="anlan-ds-quiet">{text('walk.note')}</p>
      {stale ? <Alert type="warning" showIcon title={text('walk.stale')} /> : null}
      <p role="status" data-testid="walk-state">
        {text('walk.state')} <StatusTag text={state?.title ?? '—'} color={state?.color} />
      </p>
      {pending !== undefined ? (
        <section className="anlan-ds-walk-part" aria-label={pending.step.title}>
          <p>
            {text('walk.votes', {
              title: pending.step.title,
              level:
                pending.levels.length === 0
                  ? text('fact.approval')
                  : text('walk.level', {
                      number: pending.level + 1,
                      title: pending.levels[pending.level]?.title ?? '',
                      who: whoText(pending.levels[pending.level]?.who ?? []),
                    }),
            })}
          </p>
          <Space>
            <Button type="primary" onClick={() => walk.decide(true)}>
              {text('walk.grant')}
            </Button>
            <Button danger onClick={() => walk.decide(false)}>
              {text('walk.reject')}
            </Button>
          </Space>
        </section>
      ) : asking !== undefined ? (
        <Asked key={asking.key} page={page} step={asking} walk={walk} onDone={() => setAsked(undefined)} />
      ) : (
        <section className="anlan-ds-walk-part" aria-label={text('walk.steps')}>
          <h3>{text('walk.steps')}</h3>
          {can.length === 0 ? <p className="anlan-ds-quiet">{text('walk.none')}</p> : null}
          <Space wrap>
            {can.map(({ step, his }) => (
              <Button key={step.key} danger={step.danger} onClick={() => setAsked(step)}>
                {step.title}
                {his === 'open' ? `（${text('walk.assumed', { what: whoText(step.who) })}）` : ''}
              </Button>
            ))}
          </Space>
          {cannot.length === 0 ? null : (
            <details className="anlan-ds-walk-cannot">
              <summary>{text('walk.refused')}</summary>
              <ul>
                {cannot.map(({ step, his, refusals }) => (
                  <li key={step.key}>
                    <strong>{step.title}</strong>{' '}
                    {his === 'no'
                      ? text('walk.notHis', { who: whoText(step.who) })
                      : refusals.join('；') || step.source.offeredWhen}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      )}
      {log.length === 0 ? null : (
        <section className="anlan-ds-walk-part" aria-label={text('walk.log')}>
          <h3>{text('walk.log')}</h3>
          <ol>
            {log.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays where it is.
              <li key={index}>
                <Happened entry={entry} page={page} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** Whom the flow names first: a walk begins as somebody who has something to do. */
function firstRole({ model }: EntityPageModel): string {
  const actors = Object.values(model.transitions).flatMap(({ who }) => who);
  const named = actors.find((actor): actor is { role: string } => typeof actor === 'object' && 'role' in actor);
  return named?.role ?? 'everyone';
}

function useWhoText(entity: ViewProps['design']['entity']): (who: readonly Actor[]) => string {
  const entryText = useEntryText();
  const [place] = placesAt(['transitions', '', 'who']);
  return (who) =>
    place === undefined ? '' : who.map((actor) => entryText(entity, place, String(actor), actor)).join('、');
}

/** What a step asks, as the runtime asks it; it is taken once all of it is there. */
function Asked({
  page,
  step,
  walk,
  onDone,
}: {
  page: EntityPageModel;
  step: TransitionModel;
  walk: Walk;
  onDone(): void;
}) {
  const text = useFlowText();
  const id = useId();
  const { me, record } = walk;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const views = { record: useRef<FormViewHandle>(null), row: useRef<FormViewHandle>(null) };
  const context = useMemo((): EntityPageContext => {
    const { model } = page;
    const state = typeof record.status === 'string' ? record.status : undefined;
    return {
      page,
      base: '/design',
      me,
      can: () => true,
      access: (field) => fieldAccess(model, field, me.roles, state, conditionsOver(record, me)),
      open: () => undefined,
      changes: 0,
      changed: () => undefined,
    };
  }, [page, me, record]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked belongs to the moment of opening.
  const form = useMemo(
    () =>
      createTransitionForm({
        page,
        plan: { key: step.key, title: step.title, asks: step.fields },
        writes: step.writes !== undefined && childPage(page, step.writes) !== undefined ? step.writes : undefined,
        record: record as WireRecord,
        me,
        access: (field) => context.access(field),
      }),
    [],
  );
  const services = useDraftServices(page.metadata);
  const take = () => {
    const fault = form.check();
    if (fault !== undefined) {
      views[fault.part].current?.reveal(fault.key);
      return;
    }
    const { row, ...given } = form.body();
    const refused = walk.take(step, given, (row ?? {}) as RecordValues);
    setRefusals(refused);
    if (refused.length === 0) onDone();
  };
  return (
    <section className="anlan-ds-walk-part" aria-label={text('walk.ask', { title: step.title })}>
      <h3>{text('walk.ask', { title: step.title })}</h3>
      <EntityContextProvider value={context}>
        <FieldServicesProvider value={services}>
          {form.row ? (
            <FormView ref={views.row} engine={form.row} id={`${id}-row`} lazy={false} served={false} />
          ) : null}
          {form.record ? (
            <FormView ref={views.record} engine={form.record} id={`${id}-record`} lazy={false} served={false} />
          ) : null}
        </FieldServicesProvider>
      </EntityContextProvider>
      {refusals.map((refusal) => (
        <Alert key={refusal} type="error" showIcon title={refusal} />
      ))}
      <Space>
        <Button type="primary" danger={step.danger} onClick={take}>
          {text('walk.do')}
        </Button>
        <Button onClick={onDone}>{text('walk.cancel')}</Button>
      </Space>
    </section>
  );
}

/** One thing that happened, with what came along. */
function Happened({ entry, page }: { entry: WalkEntry; page: EntityPageModel }) {
  const text = useFlowText();
  const { roleName } = useGroupNames();
  const { model } = page;
  const titleOf = (state: unknown) => (typeof state === 'string' ? (model.states[state]?.title ?? state) : '—');
  const fieldsOf = (keys: readonly string[]) => keys.map((key) => model.field.get(key)?.title ?? key).join('、');
  const { kind, title, from, to } = entry;
  const moved =
    kind === 'opened'
      ? text('walk.opened', { step: title })
      : kind === 'granted'
        ? text('walk.granted', { level: title })
        : kind === 'rejected'
          ? text('walk.rejected', { level: title })
          : from === to
            ? text('walk.stayed', { step: title })
            : text('walk.moved', { step: title, from: titleOf(from), to: titleOf(to) });
  const state = typeof to === 'string' && from !== to ? model.states[to]?.source : undefined;
  return (
    <>
      {moved}
      {kind === 'step' || kind === 'opened' ? text('walk.by', { role: roleName(entry.role) }) : ''}
      <ul className="anlan-ds-quiet">
        {entry.written.length === 0 ? null : <li>{text('walk.set', { fields: fieldsOf(entry.written) })}</li>}
        {entry.effects.map((effect) => (
          <li key={JSON.stringify(effect)}>
            <EffectText effect={effect} page={page} />
          </li>
        ))}
        {Object.entries(state?.timers ?? {}).map(([key, { message, at }]) => (
          <li key={key}>{text('walk.timer', { what: message ?? at })}</li>
        ))}
        {entry.missing.length === 0 || state === undefined ? null : (
          <li className="anlan-ds-wrong">
            {text('walk.required', { state: state.title, fields: fieldsOf(entry.missing) })}
          </li>
        )}
        {entry.assumed.map((what) => (
          <li key={what}>{text('walk.assumed', { what })}</li>
        ))}
      </ul>
    </>
  );
}

function EffectText({ effect, page }: { effect: Effect; page: EntityPageModel }) {
  const text = useFlowText();
  const { metadata, model } = page;
  const [verb] = verbsOf(effect);
  const named = effect.create ?? effect.each?.entity;
  const other =
    named === undefined ? undefined : (metadata.targets[named]?.title ?? metadata.children?.[named]?.entity.title);
  const entity = other ?? named ?? model.title;
  const what =
    verb === 'create'
      ? text('walk.effect.create', { entity })
      : verb === 'fire'
        ? text('walk.effect.fire', { entity, step: effect.fire ?? '' })
        : text('walk.effect.set', { entity });
  return <>{text('walk.effect', { what })}</>;
}
