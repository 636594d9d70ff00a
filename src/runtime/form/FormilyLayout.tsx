import { FormCollapse } from '@formily/antd-v5/esm/form-collapse';
import { FormStep } from '@formily/antd-v5/esm/form-step';
import { FormTab } from '@formily/antd-v5/esm/form-tab';
import { type ISchema, Schema } from '@formily/json-schema';
import { SchemaComponentsContext, SchemaContext, useFieldSchema, VoidField } from '@formily/react';
import { Badge, Button } from 'antd';
import { type ContextType, createContext, useContext, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  asFormily,
  drawnFields,
  formSections,
  type LayoutNode,
  type SectionNode,
} from '../../compile/form/form-schema.ts';
import { runtimeText } from '../text.ts';
import type { FormDrawing } from './form-drawing.ts';
import { faultKey } from './form-faults.ts';
import { observed } from './observed.ts';
import { SectionFields } from './SectionFields.tsx';
import { sectionElementId, sectionShows } from './section-id.ts';

/** Address of the layout among the models of the form: no key of a field, which has letters and digits only. */
const ADDRESS = 'form_layout';

const DrawingContext = createContext<FormDrawing | undefined>(undefined);

/** The inside of a pane, which Formily draws by name when it is open: the fields of its section, as everywhere. */
function SectionPane() {
  const drawing = useContext(DrawingContext);
  const { name } = useFieldSchema();
  const section = drawing && formSections(drawing.engine.page.form).find((one) => one.name === name);
  if (drawing === undefined || section === undefined) return null;
  return (
    <section
      id={sectionElementId(drawing.id, section.name)}
      className="anlan-pane"
      aria-label={section.title}
      data-section={section.name}
    >
      <SectionFields drawing={drawing} section={section} />
    </section>
  );
}

/** What Formily's panes draw: names of `x-component` that are looked for level by level, which its types do not tell. */
const PANES = {
  FormTab: { TabPane: SectionPane },
  FormStep: { StepPane: SectionPane },
  FormCollapse: { CollapsePanel: SectionPane },
} as unknown as ContextType<typeof SchemaComponentsContext>;

/** How many fields of a section are wrong. */
function faultsOf({ engine }: FormDrawing, section: SectionNode): number {
  const keys = new Set(drawnFields(section).flatMap((field) => [field.name, field['x-decorator-props'].end ?? '']));
  return engine.state.faults.filter((fault) => keys.has(faultKey(fault))).length;
}

/** Title of a pane, with how much of it is wrong. */
const PaneTitle = observed(({ drawing, section }: { drawing: FormDrawing; section: SectionNode }) => (
  <Badge size="small" offset={[8, 0]} count={faultsOf(drawing, section)}>
    {section.title}
  </Badge>
));

interface LayoutProps {
  readonly drawing: FormDrawing;
  readonly schema: LayoutNode;
}

/** The layout of a form as one of Formily's own draws it: behind tabs, as steps, or as panels that fold. */
export const FormilyLayout = observed(({ drawing, schema }: LayoutProps) => {
  const shown = formSections(drawing.engine.page.form).filter((section) => sectionShows(drawing.engine, section));
  const current = shown.find(({ name }) => name === drawing.current) ?? shown[0];
  if (current === undefined) return null;
  return (
    <div className="anlan-sections">
      <DrawingContext.Provider value={drawing}>
        <SchemaComponentsContext.Provider value={PANES}>
          <VoidField name={ADDRESS}>
            <Shown drawing={drawing} schema={schema} sections={shown} current={current} />
          </VoidField>
        </SchemaComponentsContext.Provider>
      </DrawingContext.Provider>
    </div>
  );
});

interface ShownProps extends LayoutProps {
  readonly sections: readonly SectionNode[];
  readonly current: SectionNode;
}

function Shown({ drawing, schema, sections, current }: ShownProps) {
  // Formily would make a pane's model while it draws the pane, and its tabs look for all of them: React forbids that.
  useState(() => createPanes(drawing));
  const names = sections.map(({ name }) => name).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are others only where their keys are.
  const shown = useMemo(() => shownSchema(drawing, schema, sections), [drawing.engine, schema, names]);
  return (
    <SchemaContext.Provider value={shown}>
      {schema['x-component'] === 'FormTab' ? (
        <FormTab activeKey={current.name} onChange={drawing.turnTo} />
      ) : schema['x-component'] === 'FormStep' ? (
        <Steps drawing={drawing} sections={sections} current={current} />
      ) : (
        <FormCollapse
          ghost
          activeKey={sections.filter((section) => !drawing.isFolded(section)).map(({ name }) => name)}
          onChange={(keys) => {
            const open = new Set([keys].flat().map(String));
            for (const one of sections) if (drawing.isFolded(one) === open.has(one.name)) drawing.fold(one);
          }}
        />
      )}
    </SchemaContext.Provider>
  );
}

/** Makes the models of all panes, for as long as the form lives. */
function createPanes({ engine }: FormDrawing): void {
  for (const { name, title, 'x-component': pane } of formSections(engine.page.form)) {
    engine.form.createVoidField({ name, title, basePath: ADDRESS, component: [pane] });
  }
}

/** The layout's schema with the sections that show, each with the title that its pane bears. */
function shownSchema(drawing: FormDrawing, schema: LayoutNode, sections: readonly SectionNode[]): Schema {
  const panes = sections.map((section) => {
    const title = <PaneTitle key={section.name} drawing={drawing} section={section} />;
    return [section.name, { ...section, 'x-component-props': { tab: title, header: title } }] as const;
  });
  return new Schema({ ...asFormily(schema), properties: Object.fromEntries(panes) as ISchema['properties'] & object });
}

/**
 * Formily's steps with the two buttons that it leaves to whoever uses it. With antd 6 its own titles stay away
 * (`Steps.Step` is gone), so that they are given as antd's `items`.
 */
const Steps = observed(({ drawing, sections, current }: Omit<ShownProps, 'schema'>) => {
  const at = sections.indexOf(current);
  const [before, after] = [sections[at - 1], sections[at + 1]];
  const turnTo = (section: SectionNode) => {
    flushSync(() => drawing.turnTo(section.name));
    document.getElementById(sectionElementId(drawing.id, section.name))?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <FormStep
        current={at}
        onChange={(next: number) => drawing.turnTo(sections[next]?.name ?? current.name)}
        items={sections.map((section) => ({
          title: section.title,
          ...(faultsOf(drawing, section) > 0 ? { status: 'error' as const } : {}),
        }))}
      />
      <div className="anlan-steps">
        {before && <Button onClick={() => turnTo(before)}>{runtimeText('form.step.back')}</Button>}
        {after && <Button onClick={() => turnTo(after)}>{runtimeText('form.step.next')}</Button>}
      </div>
    </>
  );
});
