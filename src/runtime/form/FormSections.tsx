import type { SectionNode } from '../../compile/form/form-schema.ts';
import { formSections } from '../../compile/form/form-schema.ts';
import { AnchorRail } from './AnchorRail.tsx';
import type { FormDrawing } from './form-drawing.ts';
import { observed } from './observed.ts';
import { SectionFields } from './SectionFields.tsx';
import { sectionElementId, sectionShows } from './section-id.ts';

/** Sections above which a form has an anchor rail. */
const ANCHORED_ABOVE = 3;

/** The sections of a form below each other, and an anchor rail where there are many. */
export function FormSections({ drawing }: { readonly drawing: FormDrawing }) {
  const { engine, components, id } = drawing;
  const sections = formSections(engine.page.form);
  return (
    <>
      {sections.length > ANCHORED_ABOVE && (
        <AnchorRail engine={engine} form={id} sections={sections} unfold={drawing.unfold} />
      )}
      <div className="anlan-sections">
        {sections.map((section) => {
          const Frame = components.section(section['x-component']);
          return <Frame key={section.name} drawing={drawing} section={section} />;
        })}
      </div>
    </>
  );
}

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
      <h2 id={id} className="anlan-section-title">
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
