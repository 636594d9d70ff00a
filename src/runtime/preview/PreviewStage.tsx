import { Button, Tabs } from 'antd';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { currentTenantId, useSession } from '../../api/session.ts';
import type { Example } from '../../core/dialect/entity.generated.ts';
import type { WireFault, WireRecord } from '../../core/wire/contract.ts';
import { FieldServicesProvider } from '../../field-types/field-services.ts';
import { RecordSections } from '../detail/RecordSections.tsx';
import { EntityContextProvider, type EntityPageContext } from '../EntityContext.ts';
import { FormView, type FormViewHandle } from '../form/FormView.tsx';
import type { FormEngine } from '../form/form-engine.ts';
import { faultKey } from '../form/form-faults.ts';
import { observed } from '../form/observed.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { conditionsOver, expressionUserOf, fieldAccess } from '../model/person.ts';
import { labelKey } from '../model/record-view.ts';
import { ListPreview } from './ListPreview.tsx';
import { RenderGuard } from './RenderGuard.tsx';
import { usePreviewText } from './texts.ts';
import { useDraftServices } from './useDraftServices.ts';
import { type PreviewForm, usePreviewEngine } from './usePreviewEngine.ts';
import '../runtime.css';
import './preview.css';

/** How an entity is looked at: its form, its form as wide as a phone, a record of it, or its list. */
export type PreviewMode = 'edit' | 'read' | 'phone' | 'list';

interface PreviewStageProps {
  readonly page: EntityPageModel;
  /** What the form belongs to: another one starts afresh, an edit of the same keeps what was typed. */
  readonly subject: string;
  readonly mode: PreviewMode;
  /** Whether it is as wide as a phone, in whatever mode. Default in `phone` alone. */
  readonly phone?: boolean;
  /** Role whose rights the form follows; undefined shows everything. */
  readonly viewer: string | undefined;
  /** Values that the form begins with, and what surrounds them. */
  readonly example: Example | undefined;
  /** Whether they are those of a record that is stored, in the state that they name. */
  readonly stored: boolean;
  /** Whether nothing can be entered. Default false. */
  readonly readOnly?: boolean;
  /** Whether what would be sent and what is wrong with it stand below. Default true. */
  readonly results?: boolean;
  /** Whether a long form is mounted as it is scrolled, and the keys of fields that are mounted anyway. Default all at once. */
  readonly lazy?: boolean;
  readonly eager?: readonly string[];
  /** Told when a form was drawn anew. */
  readonly onDrawn?: () => void;
  /** Told the form that is shown, undefined when it is gone. */
  readonly onForm?: (form: PreviewForm | undefined) => void;
}

/** An entity that is being edited, as the runtime draws it. */
export function PreviewStage(props: PreviewStageProps) {
  const text = usePreviewText();
  const { page, subject, viewer: role, example, stored, readOnly = false, onForm } = props;
  const userInfo = useSession((state) => state.userInfo);
  const tenantId = useSession((state) => currentTenantId(state));
  const context = useMemo((): EntityPageContext => {
    const own = expressionUserOf(userInfo, tenantId);
    const me = role === undefined ? own : { ...own, roles: [role] };
    const { model } = page;
    const record: Readonly<Record<string, unknown>> = example?.record ?? {};
    const holds = conditionsOver(record, me);
    const state = stored && typeof record.status === 'string' ? record.status : model.initialState;
    return {
      page,
      base: '/playground',
      me,
      can: () => true,
      access: (field) => {
        const access = role === undefined ? 'write' : fieldAccess(model, field, [role], state, holds);
        return readOnly && access === 'write' ? 'read' : access;
      },
      // The pages of a draft exist nowhere.
      open: () => undefined,
      changes: 0,
      changed: () => undefined,
    };
  }, [page, userInfo, tenantId, role, example, stored, readOnly]);
  const form = usePreviewEngine(context, example, stored, `${subject}/${stored}/${readOnly}/${role ?? ''}`);
  useEffect(() => {
    onForm?.(form);
    return () => onForm?.(undefined);
  }, [form, onForm]);
  if (form === undefined) return null;
  return (
    <RenderGuard key={form.subject.split('/')[0]} retry={form} message={text('render.failed')}>
      <PreviewedForm form={form} {...props} />
    </RenderGuard>
  );
}

/** What a draft has become, in one of the ways to look at it. */
function PreviewedForm({
  form: { engine, context },
  mode,
  phone = mode === 'phone',
  results = true,
  lazy = false,
  eager,
  onDrawn,
}: PreviewStageProps & { readonly form: PreviewForm }) {
  const id = useId();
  const view = useRef<FormViewHandle>(null);
  const { metadata } = context.page;
  const services = useDraftServices(metadata);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them draws it anew.
  useLayoutEffect(() => drawn.current?.(), [engine, mode, phone]);
  return (
    <EntityContextProvider value={context}>
      <FieldServicesProvider value={services}>
        <div className={phone ? 'anlan-pg-phone' : 'anlan-pg-form'} data-mode={mode}>
          {mode === 'read' ? (
            <ReadRecord engine={engine} />
          ) : mode === 'list' ? (
            <ListPreview record={recordOf(engine)} />
          ) : (
            <FormView ref={view} engine={engine} id={id} lazy={lazy ? undefined : false} eager={eager} served={false} />
          )}
        </div>
        {results ? <Results engine={engine} onFault={(key) => view.current?.reveal(key)} /> : null}
      </FieldServicesProvider>
    </EntityContextProvider>
  );
}

const ReadRecord = observed(({ engine }: { engine: FormEngine }) => {
  // Read, so that this follows every change.
  void engine.state.revision;
  return <RecordSections record={recordOf(engine)} />;
});

function recordOf(engine: FormEngine): WireRecord {
  const { model } = engine.page;
  const labels = Object.fromEntries(
    model.fields.flatMap(({ key }) => {
      const label = engine.label(key);
      return label === undefined ? [] : [[labelKey(key), label] as const];
    }),
  );
  return { status: model.initialState ?? null, ...engine.values(), ...labels, id: '0', version: 1 } as WireRecord;
}

/** What the form would send, what is wrong with it, and how lists show it. */
const Results = observed(({ engine, onFault }: { engine: FormEngine; onFault: (key: string) => void }) => {
  const text = usePreviewText();
  const [checked, setChecked] = useState<FormEngine>();
  void engine.state.revision;
  const { faults } = engine.state;
  const body = useBody(engine);
  const check = () => {
    const [first] = engine.check('complete');
    setChecked(engine);
    if (first !== undefined) onFault(faultKey(first));
  };
  const done = checked === engine;
  return (
    <Tabs
      className="anlan-pg-results"
      size="small"
      tabBarExtraContent={
        <Button size="small" type="primary" onClick={check}>
          {text('check')}
        </Button>
      }
      items={[
        {
          key: 'body',
          label: text('tab.body'),
          children: (
            <pre className="anlan-pg-body" data-testid="playground-body">
              {JSON.stringify(body, null, 2)}
            </pre>
          ),
        },
        {
          key: 'faults',
          label: `${text('tab.faults')}${faults.length > 0 ? `（${faults.length}）` : ''}`,
          children: <Faults faults={faults} clean={done ? text('check.clean') : text('faults.none')} />,
        },
        { key: 'list', label: text('tab.list'), children: <ListPreview record={recordOf(engine)} /> },
      ]}
    />
  );
});

/** The body some time after the last change: reading it settles what still waits to be calculated. */
function useBody(engine: FormEngine): unknown {
  const { revision } = engine.state;
  const [body, setBody] = useState<unknown>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change makes another body.
  useEffect(() => {
    const timer = setTimeout(() => setBody(engine.body()), 100);
    return () => clearTimeout(timer);
  }, [engine, revision]);
  return body;
}

function Faults({ faults, clean }: { faults: readonly WireFault[]; clean: string }) {
  if (faults.length === 0) return <p className="anlan-pg-quiet">{clean}</p>;
  return (
    <ul className="anlan-pg-faults">
      {faults.map(({ pointer, msg }) => (
        <li key={`${pointer} ${msg}`}>
          <code>{pointer}</code> {msg}
        </li>
      ))}
    </ul>
  );
}
