import { type ComponentProps, useRef } from 'react';
import { CHOICE, choose, useChoice } from '../../api/choices.ts';
import type { SectionNode } from '../../compile/form/form-schema.ts';
import { formSections } from '../../compile/form/form-schema.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { AnchorRail } from './AnchorRail.tsx';
import { StepHead, StepTurns } from './FormSteps.tsx';
import type { FormDrawing, Layout } from './form-drawing.ts';
import { isLongForm } from './form-steps.ts';
import { observed } from './observed.ts';
import { SectionFields } from './SectionFields.tsx';
import { sectionElementId, sectionShows } from './section-id.ts';

/** Sections above which a form has an anchor rail. */
const ANCHORED_ABOVE = 3;

/**
 * The sections of a form below each other, with an anchor rail where there are many. On a phone those of a long form come
 * one by one, unless the person wants them all; one that was opened stays mounted, with what was typed and is being sent.
 */
export const FormSections = observed(({ drawing }: ComponentProps<Layout>) => {
  const { engine, components, id } = drawing;
  const sections = formSections(engine.page.form);
  const way = useChoice(CHOICE.formWay);
  const opened = useRef(new Set<string>());
  const long = useIsPhone() && isLongForm(sections);
  const steps = long ? sections.filter((section) => sectionShows(engine, section)) : [];
  const current = way === 'whole' ? undefined : (steps.find(({ name }) => name === drawing.current) ?? steps[0]);
  if (current !== undefined) opened.current.add(current.name);
  return (
    <>
      {sections.length > ANCHORED_ABOVE && (
        <AnchorRail engine={engine} form={id} sections={sections} unfold={drawing.unfold} />
      )}
      <div className="anlan-sections">
        {long && (
          <StepHead
            drawing={drawing}
            steps={steps}
            current={current}
            onWay={() => choose(CHOICE.formWay, current === undefined ? '' : 'whole')}
          />
        )}
        {sections.map((section) => {
          const Frame = components.section(section['x-component']);
          const isThere = current === undefined || opened.current.has(section.name);
          return (
            <div
              key={section.name}
              className="anlan-step"
              hidden={current !== undefined && section.name !== current.name}
            >
              {isThere && <Frame drawing={drawing} section={section} />}
            </div>
          );
        })}
        {current !== undefined && <StepTurns drawing={drawing} steps={steps} current={current} />}
      </div>
    </>
  );
});

interface SectionProps {
  readonly drawing: FormDrawing;
  readonly section: SectionNode;
}

/** A section with its title; none while all of its fields are hidden. */
export const Section = observed(({ drawing, section }: SectionProps) => {
  const { engine } = drawing;
  if (!sectionShows(engine, section)) return null;
  const fields = <SectionFields drawing={drawing} section={section} />;
  // The only section says nothing that the page's title does not.
  if (formSections(engine.page.form).length === 1)
    return (
      <section aria-label={section.title} data-section={section.name}>
        {fields}
      </section>
    );
  const id = sectionElementId(drawing.id, section.name);
  const folded = drawing.isFolded(section);
  return (
    <section className="anlan-section" aria-labelledby={id} data-section={section.name}>
      <h2 id={id} className="anlan-section-title" tabIndex={-1}>
        {section['x-component-props'].folded ? (
          <button type="button" className="anlan-plain" aria-expanded={!folded} onClick={() => drawing.fold(section)}>
            {section.title}
          </button>
        ) : (
          section.title
        )}
      </h2>
      {!folded && fields}
    </section>
  );
});
