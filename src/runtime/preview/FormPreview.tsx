import { Alert, Button, Checkbox, Segmented, Select, Space, Tabs } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { currentTenantId, useSession } from '../../api/session.ts';
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
import { createFieldServices } from '../services/field-services.ts';
import { ListPreview } from './ListPreview.tsx';
import { RenderGuard } from './RenderGuard.tsx';
import { usePreviewText } from './texts.ts';
import { type PreviewForm, usePreviewEngine } from './usePreviewEngine.ts';
import '../runtime.css';
import './preview.css';

type Mode = 'edit' | 'read' | 'phone';

interface FormPreviewProps {
  readonly page: EntityPageModel;
  /** What the form belongs to: another one starts afresh, an edit of the same keeps what was typed. */
  readonly subject: string;
  readonly stale: boolean;
  /** Role whose rights the form follows; undefined shows everything. */
  readonly viewer: string | undefined;
  readonly onViewer: (role: string | undefined) => void;
  /** What people call a role. Default its code. */
  readonly roleName?: (role: string) => string;
}

/** The form of a draft as the runtime draws it, with what it would send and what is wrong with it. */
export function FormPreview({ page, subject, stale, viewer: role, onViewer, roleName }: FormPreviewProps) {
  const text = usePreviewText();
  const [mode, setMode] = useState<Mode>('edit');
  const [stored, setStored] = useState(false);
  const [sample, setSample] = useState(0);
  const [seen, setSeen] = useState(subject);
  if (seen !== subject) {
    setSeen(subject);
    setSample(0);
    setStored(false);
  }
  const samples = page.model.source.examples ?? [];
  const example = samples[sample];
  const userInfo = useSession((state) => state.userInfo);
  const tenantId = useSession((state) => currentTenantId(state));
  const context = useMemo((): EntityPageContext => {
    const own = expressionUserOf(userInfo, tenantId);
    const me = role === undefined ? own : { ...own, roles: [role] };
    const { model } = page;
    const holds = conditionsOver(example?.record ?? {}, me);
    return {
      page,
      base: '/playground',
      me,
      can: () => true,
      access: (field) => (role === undefined ? 'write' : fieldAccess(model, field, [role], model.initialState, holds)),
      // The pages of a draft exist nowhere.
      open: () => undefined,
      changes: 0,
      changed: () => undefined,
    };
  }, [page, userInfo, tenantId, role, example]);
  const form = usePreviewEngine(context, example, stored, `${subject}/${sample}/${stored}/${role ?? ''}`);
  const roles = rolesOf(page);

  return (
    <>
      <Space wrap className="anlan-pg-bar">
        <Segmented
          aria-label={text('mode.label')}
          value={mode}
          onChange={setMode}
          options={(['edit', 'read', 'phone'] as const).map((value) => ({ value, label: text(`mode.${value}`) }))}
        />
        <Select
          aria-label={text('sample.label')}
          className="anlan-pg-sample"
          value={samples.length === 0 ? -1 : sample}
          onChange={setSample}
          options={[
            ...samples.map(({ title }, value) => ({ value, label: String(title) })),
            { value: -1, label: text('sample.none') },
          ]}
        />
        {roles.length > 0 && (
          <Select
            aria-label={text('role.label')}
            className="anlan-pg-role"
            value={role ?? ''}
            onChange={(value) => onViewer(value === '' ? undefined : value)}
            options={[
              { value: '', label: text('role.any') },
              ...roles.map((value) => ({ value, label: roleName?.(value) ?? value })),
            ]}
          />
        )}
        <Checkbox checked={stored} onChange={(event) => setStored(event.target.checked)}>
          {text('stored')}
        </Checkbox>
      </Space>
      {stale && <Alert type="warning" showIcon title={text('stale')} className="anlan-pg-stale" />}
      {form !== undefined && (
        <RenderGuard key={form.subject.split('/')[0]} retry={form} message={text('render.failed')}>
          <PreviewedForm form={form} mode={mode} />
        </RenderGuard>
      )}
    </>
  );
}

/** What a draft has become, in one of the ways to look at it. */
function PreviewedForm({ form: { engine, context }, mode }: { form: PreviewForm; mode: Mode }) {
  const id = useId();
  const view = useRef<FormViewHandle>(null);
  const { metadata } = context.page;
  const services = useMemo(() => createFieldServices(metadata, { served: false }), [metadata]);
  return (
    <EntityContextProvider value={context}>
      <FieldServicesProvider value={services}>
        <div className={mode === 'phone' ? 'anlan-pg-phone' : 'anlan-pg-form'} data-mode={mode}>
          {mode === 'read' ? (
            <ReadRecord engine={engine} />
          ) : (
            <FormView ref={view} engine={engine} id={id} lazy={false} served={false} />
          )}
        </div>
        <Results engine={engine} onFault={(key) => view.current?.reveal(key)} />
      </FieldServicesProvider>
    </EntityContextProvider>
  );
}

/** Roles that the draft's field rights tell apart, and somebody whom they do not name. */
function rolesOf(page: EntityPageModel): readonly string[] {
  const rights = Object.values(page.model.permissions.fields ?? {}).flat();
  return [...new Set(rights.flatMap(({ roles }) => roles))];
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
