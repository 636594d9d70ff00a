import { FormProvider } from '@formily/react';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FormElement, type FormSectionPlan, sectionPieces } from '../../compile/form/compile-form-plan.ts';
import { useFieldServices } from '../../field-types/field-services.ts';
import { viewField } from '../model/record-view.ts';
import { AnchorRail } from './AnchorRail.tsx';
import { FieldItem, fieldElementId } from './FieldItem.tsx';
import { fieldShows } from './field-shows.ts';
import { focusField } from './focus-field.ts';
import type { FormEngine } from './form-engine.ts';
import { LazyPiece } from './LazyPiece.tsx';
import { observed } from './observed.ts';
import { sectionElementId, sectionShows } from './section-id.ts';
import { watchChoices } from './watch-choices.ts';
import './form.css';

/** Fields of one piece of a section that is mounted lazily. */
const PIECE_SIZE = 18;
/** Fields above which a form is mounted lazily where the caller does not say. */
const LAZY_ABOVE = 60;

/** What a form's surroundings can ask of it. */
export interface FormViewHandle {
  /** Brings a field into sight and focuses it; mounts its section first where it is not yet. */
  reveal(key: string): void;
}

interface FormViewProps {
  readonly engine: FormEngine;
  /** Id that the form's elements begin with; unique on the page. */
  readonly id: string;
  /** Whether sections are mounted when they are scrolled near; their models exist anyway. Default: above 60 fields. */
  readonly lazy?: boolean | undefined;
  readonly ref?: Ref<FormViewHandle>;
}

/** The sections of a form with their fields, and an anchor rail where there are more than three. */
export function FormView({ engine, id, lazy, ref }: FormViewProps) {
  const plan = engine.page.form;
  const lazily = lazy ?? plan.elements.length > LAZY_ABOVE;
  const pieces = useMemo(
    () =>
      new Map(
        plan.sections.map((section) => [
          section.key,
          sectionPieces(section, lazily ? PIECE_SIZE : Number.MAX_SAFE_INTEGER),
        ]),
      ),
    [plan, lazily],
  );
  const [forced, setForced] = useState<ReadonlySet<FormElement>>(new Set());
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(plan.sections.filter((section) => section.folded).map((section) => section.key)),
  );
  const root = useRef<HTMLDivElement>(null);
  const services = useFieldServices();
  useEffect(() => watchChoices(engine, services), [engine, services]);

  const reveal = useCallback(
    (key: string) => {
      const section = plan.sections.find((one) =>
        one.elements.some((element) => element.key === key || element.end === key),
      );
      const element = section?.elements.find((one) => one.key === key || one.end === key);
      if (section === undefined || element === undefined) return;
      const piece = pieces.get(section.key)?.find((one) => one.includes(element));
      flushSync(() => {
        setFolded((before) => new Set([...before].filter((one) => one !== section.key)));
        if (piece?.[0] !== undefined) setForced((before) => new Set([...before, piece[0] as FormElement]));
      });
      focusField(fieldElementId(id, element.key));
    },
    [plan, pieces, id],
  );
  const elementId = useCallback((key: string) => fieldElementId(id, key), [id]);
  const findable = useCallback((element: FormElement) => findableText(engine, element), [engine]);
  useImperativeHandle(ref, () => ({ reveal }), [reveal]);

  return (
    <FormProvider form={engine.form}>
      <div className="anlan-form" ref={root}>
        {plan.anchors && <AnchorRail engine={engine} form={id} sections={plan.sections} />}
        <div className="anlan-sections">
          {plan.sections.map((section) => (
            <Section
              key={section.key}
              engine={engine}
              section={section}
              form={id}
              folded={folded.has(section.key)}
              single={plan.sections.length === 1}
              onFold={() =>
                setFolded((before) => {
                  const next = new Set(before);
                  if (!next.delete(section.key)) next.add(section.key);
                  return next;
                })
              }
            >
              {(pieces.get(section.key) ?? []).map((elements) => (
                <LazyPiece
                  key={elements[0]?.key}
                  eager={!lazily || (elements[0] !== undefined && forced.has(elements[0]))}
                  columns={section.columns}
                  elements={elements}
                  elementId={elementId}
                  findable={findable}
                >
                  {elements.map((element) => (
                    <FieldItem key={element.key} engine={engine} element={element} form={id} />
                  ))}
                </LazyPiece>
              ))}
            </Section>
          ))}
        </div>
      </div>
    </FormProvider>
  );
}

/** Name and value of a field that is there, as a reader would look for them. */
function findableText(engine: FormEngine, { key, field }: FormElement): string {
  const model = engine.field(key);
  if (model === undefined || !fieldShows(engine, key)) return '';
  const { value } = model;
  return value === null || value === undefined
    ? field.title
    : `${field.title} ${field.type.format(value, viewField(engine.page, field))}`;
}

interface SectionProps {
  readonly engine: FormEngine;
  readonly section: FormSectionPlan;
  readonly form: string;
  readonly folded: boolean;
  /** The only section says nothing that the page's title does not. */
  readonly single: boolean;
  readonly onFold: () => void;
  readonly children: React.ReactNode;
}

/** A section with its title; none while all of its fields are hidden. */
const Section = observed(({ engine, section, form, folded, single, onFold, children }: SectionProps) => {
  if (!sectionShows(engine, section)) return null;
  const id = sectionElementId(form, section.key);
  if (single) return <section aria-label={section.title}>{children}</section>;
  return (
    <section className="anlan-section" aria-labelledby={id}>
      <h2 id={id} className="anlan-section-title">
        {section.folded ? (
          <button type="button" className="anlan-plain" aria-expanded={!folded} onClick={onFold}>
            {section.title}
          </button>
        ) : (
          section.title
        )}
      </h2>
      {!folded && children}
    </section>
  );
});
