import { useEffect, useState } from 'react';
import type { FormSectionPlan } from '../../compile/form/compile-form-plan.ts';
import { runtimeText } from '../text.ts';
import { sectionElementId } from './section-id.ts';

/** Links to the sections of a long form; the one in sight is marked. */
export function AnchorRail({ form, sections }: { form: string; sections: readonly FormSectionPlan[] }) {
  const [current, setCurrent] = useState(sections[0]?.key);

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting)?.target.id;
        const section = sections.find((one) => sectionElementId(form, one.key) === seen);
        if (section !== undefined) setCurrent(section.key);
      },
      // A section counts once its heading is in the upper part of the window.
      { rootMargin: '0px 0px -60% 0px' },
    );
    for (const section of sections) {
      const heading = document.getElementById(sectionElementId(form, section.key));
      if (heading !== null) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [form, sections]);

  return (
    <nav className="anlan-anchors" aria-label={runtimeText('form.anchors')}>
      {sections.map((section) => (
        <button
          key={section.key}
          type="button"
          className="anlan-plain"
          aria-current={current === section.key ? 'true' : undefined}
          onClick={() => {
            setCurrent(section.key);
            document.getElementById(sectionElementId(form, section.key))?.scrollIntoView({ block: 'start' });
          }}
        >
          {section.title}
        </button>
      ))}
    </nav>
  );
}
