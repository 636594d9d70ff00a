import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { SectionNode } from '../../compile/form/form-schema.ts';
import { runtimeText } from '../text.ts';
import type { FormDrawing } from './form-drawing.ts';
import { stepState } from './form-steps.ts';
import { observed } from './observed.ts';
import { sectionElementId } from './section-id.ts';

interface StepsProps {
  readonly drawing: FormDrawing;
  /** Sections that show. */
  readonly steps: readonly SectionNode[];
  /** The one that is open; undefined while all are. */
  readonly current: SectionNode | undefined;
}

/** Opens a step at its heading, from which a screen reader reads on. */
function turn(drawing: FormDrawing, section: SectionNode): void {
  flushSync(() => {
    drawing.unfold(section);
    drawing.turnTo(section.name);
  });
  const heading = document.getElementById(sectionElementId(drawing.id, section.name));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** The steps of a form with what each still lacks, and the way to all of them at once. */
export const StepHead = observed(({ drawing, steps, current, onWay }: StepsProps & { readonly onWay: () => void }) => {
  const at = current === undefined ? -1 : steps.indexOf(current);
  return (
    <nav className="anlan-step-head" aria-label={runtimeText('form.steps')}>
      <div className="anlan-step-line">
        <span>
          {current === undefined
            ? runtimeText('form.step.count', { count: steps.length })
            : runtimeText('form.step.place', { place: at + 1, count: steps.length })}
        </span>
        <Button type="link" size="small" onClick={onWay}>
          {runtimeText(current === undefined ? 'form.step.byStep' : 'form.step.whole')}
        </Button>
      </div>
      {current !== undefined && (
        <ol className="anlan-step-list">
          {steps.map((section, place) => (
            <Step
              key={section.name}
              drawing={drawing}
              section={section}
              place={place}
              isCurrent={section === current}
              isBehind={place < at}
            />
          ))}
        </ol>
      )}
    </nav>
  );
});

interface StepProps {
  readonly drawing: FormDrawing;
  readonly section: SectionNode;
  readonly place: number;
  readonly isCurrent: boolean;
  readonly isBehind: boolean;
}

const Step = observed(({ drawing, section, place, isCurrent, isBehind }: StepProps) => {
  const { missing, faults } = stepState(drawing.engine, section);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current } = button;
    const list = current?.closest('ol');
    if (isCurrent && current && list) list.scrollLeft = current.offsetLeft - list.offsetLeft - 24;
  }, [isCurrent]);
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="anlan-plain anlan-step-chip"
        aria-current={isCurrent ? 'step' : undefined}
        data-faults={faults > 0 ? true : undefined}
        onClick={() => turn(drawing, section)}
      >
        <span className="anlan-step-number" aria-hidden>
          {isBehind && missing === 0 && faults === 0 ? <CheckOutlined /> : place + 1}
        </span>
        {section.title}
        {(faults > 0 || missing > 0) && (
          <span className="anlan-step-missing">
            {faults > 0
              ? runtimeText('form.step.faults', { count: faults })
              : runtimeText('form.step.missing', { count: missing })}
          </span>
        )}
      </button>
    </li>
  );
});

/** To the step before and to the next one. */
export function StepTurns({ drawing, steps, current }: StepsProps) {
  const at = current === undefined ? -1 : steps.indexOf(current);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  return (
    <div className="anlan-steps anlan-step-turns">
      {before && <Button onClick={() => turn(drawing, before)}>{runtimeText('form.step.back')}</Button>}
      {after && (
        <Button type="primary" ghost onClick={() => turn(drawing, after)}>
          {runtimeText('form.step.nextTo', { title: after.title })}
        </Button>
      )}
    </div>
  );
}
