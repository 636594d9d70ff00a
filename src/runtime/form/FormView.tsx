import { FormProvider } from '@formily/react';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  drawnFields,
  type FieldNode,
  formFields,
  formSections,
  sectionPieces,
} from '../../compile/form/form-schema.ts';
import { useFieldServices } from '../../field-types/field-services.ts';
import { FormComponentsProvider } from '../../field-types/form-components.ts';
import { formComponents } from './components.ts';
import { fieldElementId } from './FieldItem.tsx';
import { focusField } from './focus-field.ts';
import { defaultsOf, followReferences } from './follow-references.ts';
import type { FormComponents, FormDrawing } from './form-drawing.ts';
import type { FormEngine } from './form-engine.ts';
import { watchChoices } from './watch-choices.ts';
import './form.css';

/** Fields of one piece of a section that is mounted lazily. */
const PIECE_SIZE = 18;
/** Fields above which a form is mounted lazily where the caller does not say. */
const LAZY_ABOVE = 60;

const NO_KEYS: readonly string[] = [];

/** What a form's surroundings can ask of it. */
export interface FormViewHandle {
  /** Brings a field into sight and focuses it; mounts its section first where it is not yet. */
  reveal(key: string): void;
  /** Where one section is open at a time, opens the last one that holds one of these fields. */
  resume(keys: readonly string[]): void;
}

interface FormViewProps {
  readonly engine: FormEngine;
  /** Id that the form's elements begin with; unique on the page. */
  readonly id: string;
  /** Whether sections are mounted when they are scrolled near; their models exist anyway. Default: above 60 fields. */
  readonly lazy?: boolean | undefined;
  /** Keys of fields that are mounted wherever they stand. Default none. */
  readonly eager?: readonly string[] | undefined;
  /** What names in the form's schema stand for. Default the map of `components.ts`. */
  readonly components?: FormComponents;
  /** Whether the server serves the page, so that it can be asked. Default true; drafts are not. */
  readonly served?: boolean;
  readonly ref?: Ref<FormViewHandle>;
}

/** A form, drawn from its schema. */
export function FormView({
  engine,
  id,
  lazy,
  eager = NO_KEYS,
  components = formComponents,
  served = true,
  ref,
}: FormViewProps) {
  const schema = engine.page.form;
  const lazily = lazy ?? formFields(schema).length > LAZY_ABOVE;
  const pieces = useMemo(
    () =>
      new Map(
        formSections(schema).map((section) => [
          section.name,
          sectionPieces(section, lazily ? PIECE_SIZE : Number.MAX_SAFE_INTEGER),
        ]),
      ),
    [schema, lazily],
  );
  const [forced, setForced] = useState<ReadonlySet<FieldNode>>(new Set());
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        formSections(schema)
          .filter((section) => section['x-component-props'].folded)
          .map(({ name }) => name),
      ),
  );
  const [current, turnTo] = useState(formSections(schema)[0]?.name ?? '');
  const services = useFieldServices();
  useEffect(() => watchChoices(engine, services), [engine, services]);
  useEffect(() => followReferences(engine, served ? defaultsOf(engine) : undefined), [engine, served]);

  const reveal = useCallback(
    (key: string) => {
      const isHere = (field: FieldNode) => field.name === key || field['x-decorator-props'].end === key;
      const section = formSections(schema).find((one) => drawnFields(one).some(isHere));
      const field = section === undefined ? undefined : drawnFields(section).find(isHere);
      if (section === undefined || field === undefined) return;
      const [first] = pieces.get(section.name)?.find((one) => one.includes(field)) ?? [];
      flushSync(() => {
        setFolded((before) => new Set([...before].filter((one) => one !== section.name)));
        turnTo(section.name);
        if (first !== undefined) setForced((before) => new Set([...before, first]));
      });
      focusField(fieldElementId(id, field.name));
    },
    [schema, pieces, id],
  );
  const resume = useCallback(
    (keys: readonly string[]) => {
      const last = formSections(schema).findLast((section) =>
        drawnFields(section).some(({ name }) => keys.includes(name)),
      );
      if (last !== undefined) turnTo(last.name);
    },
    [schema],
  );
  useImperativeHandle(ref, () => ({ reveal, resume }), [reveal, resume]);

  const drawing = useMemo(
    (): FormDrawing => ({
      engine,
      components,
      id,
      pieces,
      isEager: (piece) =>
        !lazily || piece.some((field, index) => (index === 0 && forced.has(field)) || eager.includes(field.name)),
      isFolded: ({ name }) => folded.has(name),
      fold: ({ name }) =>
        setFolded((before) => {
          const next = new Set(before);
          if (!next.delete(name)) next.add(name);
          return next;
        }),
      unfold: ({ name }) => setFolded((before) => new Set([...before].filter((one) => one !== name))),
      current,
      turnTo,
    }),
    [engine, components, id, pieces, lazily, eager, forced, folded, current],
  );
  const { layout } = schema.properties;
  const Layout = components.layout(layout['x-component']);
  return (
    <FormProvider form={engine.form}>
      <FormComponentsProvider value={components.field}>
        <div className="anlan-form">
          <Layout drawing={drawing} schema={layout} />
        </div>
      </FormComponentsProvider>
    </FormProvider>
  );
}
