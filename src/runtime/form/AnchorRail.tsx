import { useEffect, useState } from 'react';
import type { SectionNode } from '../../compile/form/form-schema.ts';
import { runtimeText } from '../text.ts';
import type { FormEngine } from './form-engine.ts';
import { observed } from './observed.ts';
import { sectionElementId, sectionShows } from './section-id.ts';

interface AnchorRailProps {
  readonly engine: FormEngine;
  readonly form: string;
  readonly sections: readonly SectionNode[];
  /** Unfolds a section that is folded. */
  readonly unfold: (section: SectionNode) => void;
}

/** Links to the sections of a long form that show; the one in sight is marked. */
export const AnchorRail = observed(({ engine, form, sections: all, unfold }: AnchorRailProps) => {
  const sections = all.filter((section) => sectionShows(engine, section));
  const shown = sections.map(({ name }) => name).join(' ');
  const [current, setCurrent] = useState(sections[0]?.name);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are others only where their keys are.
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting)?.target.id;
        const section = sections.find((one) => sectionElementId(form, one.name) === seen);
        if (section !== undefined) setCurrent(section.name);
      },
      // A section counts once its heading is in the upper part of the window.
      { rootMargin: '0px 0px -60% 0px' },
    );
    for (const section of sections) {
      const heading = document.getElementById(sectionElementId(form, section.name));
      if (heading !== null) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [form, shown]);

  return (
    <nav className="anlan-anchors" aria-label={runtimeText('form.anchors')}>
      {sections.map((section) => (
        <button
          key={section.name}
          type="button"
          className="anlan-plain"
          aria-current={current === section.name ? 'true' : undefined}
          onClick={() => {
            setCurrent(section.name);
            unfold(section);
            document.getElementById(sectionElementId(form, section.name))?.scrollIntoView({ block: 'start' });
          }}
        >
          {section.title}
        </button>
      ))}
    </nav>
  );
});
