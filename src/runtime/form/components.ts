import { Cascader } from '@formily/antd-v5/esm/cascader';
import { Checkbox } from '@formily/antd-v5/esm/checkbox';
import { PreviewText } from '@formily/antd-v5/esm/preview-text';
import { Radio } from '@formily/antd-v5/esm/radio';
import { Transfer } from '@formily/antd-v5/esm/transfer';
import { TreeSelect } from '@formily/antd-v5/esm/tree-select';
import { connect } from '@formily/react';
import { Rate, Slider } from 'antd';
import type { ElementType } from 'react';
import { addedComponent, registerComponent } from '../../field-types/added-components.ts';
import { CalculateFrame, calculateProps } from '../../field-types/calculate/entry.tsx';
import { useCascaderProps } from '../../field-types/cascader/entry.ts';
import { checkboxProps } from '../../field-types/checkbox/entry.ts';
import type { FieldTypeName } from '../../field-types/definitions.ts';
import type { FieldComponent } from '../../field-types/form-components.ts';
import { GroupFrame } from '../../field-types/group-frame.tsx';
import { DatePicker, TimePicker } from '../../field-types/pickers.ts';
import { radioProps } from '../../field-types/radio/entry.ts';
import { RateFrame, rateProps } from '../../field-types/rate/entry.tsx';
import { SerialFrame, serialProps } from '../../field-types/serial/entry.tsx';
import { SliderFrame, sliderProps } from '../../field-types/slider/entry.tsx';
import { timeProps } from '../../field-types/time/entry.ts';
import { SpanFrame, spanProps } from '../../field-types/time-duration/entry.tsx';
import { useTreeProps } from '../../field-types/tree/entry.ts';
import { fieldViews } from '../../field-types/views.generated.ts';
import { FieldItem } from './FieldItem.tsx';
import { FormSections, Section } from './FormSections.tsx';
import type { Decorator, FormComponents, Layout, SectionFrame } from './form-drawing.ts';
import { type EntryFrame, formily, innerProps, type UseProps } from './formily-field.tsx';
import { LateLayout } from './LateLayout.tsx';

const byFormily = (
  component: Parameters<typeof formily>[0],
  useProps?: UseProps,
  frame?: EntryFrame,
): FieldComponent => ({
  component: formily(component, useProps, frame),
  by: 'formily',
});

/** A kind that Anlan draws itself; beside it stands why Formily does not. */
function byAnlan(type: FieldTypeName): FieldComponent {
  const { Edit } = fieldViews[type];
  if (Edit === undefined) throw new Error(`field type ${type} has no entry of its own`);
  return { component: Edit, by: 'anlan' };
}

/**
 * What the names in `x-component` of a form's schema stand for: Formily's own where a kind is seldom mounted, ours where
 * a measurement demands it or Formily has none. Figures are of `npm run bench -- form-kinds`, a form of 100 fields of the
 * kind: what Formily's costs the page's thread, as a multiple of ours.
 */
const components: Readonly<Record<string, FieldComponent>> = {
  // Formily's.
  Calculate: byFormily(PreviewText, calculateProps, CalculateFrame),
  Cascader: byFormily(Cascader, useCascaderProps),
  'Checkbox.Group': byFormily(Checkbox.Group, checkboxProps, GroupFrame),
  PreviewText: byFormily(PreviewText),
  'Radio.Group': byFormily(Radio.Group, radioProps),
  Serial: byFormily(PreviewText, serialProps, SerialFrame),
  Transfer: byFormily(Transfer, innerProps, GroupFrame),
  TreeSelect: byFormily(TreeSelect, useTreeProps),

  // antd's, joined to Formily as Formily joins it: Formily has no stars and no slider, and its time pickers take 此刻 from
  // the browser's clock instead of the plant's.
  Rate: byFormily(connect(Rate), rateProps, RateFrame),
  Slider: byFormily(connect(Slider), sliderProps, SliderFrame),
  TimePicker: byFormily(connect(TimePicker), timeProps),
  'TimePicker.RangePicker': byFormily(connect(DatePicker.RangePicker), spanProps, SpanFrame),

  // Ours, for their figure.
  Amount: byAnlan('amount'), // 1.58
  Input: byAnlan('input'), // 1.29
  'Input.TextArea': byAnlan('textarea'), // 1.06
  NumberPicker: byAnlan('number'), // 1.79
  Select: byAnlan('select'), // 1.07
  SubTable: byAnlan('subTable'), // ArrayTable keeps an input in each of 1,000 cells; see `subtable-50x20`.

  // Ours, for what they do: the plant's clock (1.04 would be none), files that go up one by one, passwords never shown.
  DatePicker: byAnlan('date'),
  'DatePicker.RangePicker': byAnlan('dateDuration'),
  Password: byAnlan('password'),
  Upload: byAnlan('upload'),

  // Formily has none.
  Formula: byAnlan('formula'),
  Geo: byAnlan('geo'),
  Json: byAnlan('json'),
  OrgSelect: byAnlan('orgSelect'),
  PermissionMatrix: byAnlan('permissionMatrix'),
  QrCode: byAnlan('qrCode'),
  Reference: byAnlan('reference'),
  RichText: byAnlan('richText'),
  Signature: byAnlan('signature'),
};

const layouts: Readonly<Record<string, Layout>> = {
  FormSections, // Formily has none that mounts what comes near: 1,000 fields in 0.20 of the form by hand instead of 0.45.
  FormCollapse: LateLayout,
  FormStep: LateLayout,
  FormTab: LateLayout,
};
const sections: Readonly<Record<string, SectionFrame>> = { Section };
const decorators: Readonly<Record<string, Decorator>> = {
  FieldItem, // Formily's FormItem, which measures its label: 1.68
};

const added = new WeakMap<object, FieldComponent>();

/** The component of a name: the map's, else one from outside; a name that nobody brings is drawn as a line of text. */
function findField(name: string): FieldComponent {
  if (Object.hasOwn(components, name)) return components[name] as FieldComponent;
  const outside = addedComponent(name);
  if (outside === undefined) return components.Input as FieldComponent;
  let made = added.get(outside);
  if (made === undefined) {
    made =
      outside.by === 'view'
        ? { component: outside.component, by: 'anlan' }
        : byFormily(outside.component, innerProps, GroupFrame);
    added.set(outside, made);
  }
  return made;
}

function named<T>(map: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined;
  if (found === undefined) throw new Error(`no component ${name} for the schema of a form`);
  return found;
}

/** What names in the schema of a form stand for. */
export const formComponents: FormComponents = {
  layout: (name) => named(layouts, name),
  section: (name) => named(sections, name),
  decorator: (name) => named(decorators, name),
  field: findField,
};

/**
 * Brings components of Formily's making from outside, by the names of their files: modules by their paths, each with a
 * `component` (`connect`, `mapProps`, `observer`, `useField` as in any Formily form). Throws where a name is the map's own.
 */
export function installComponents(modules: Readonly<Record<string, unknown>>): void {
  for (const [path, module] of Object.entries(modules)) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
    const { component } = module as { readonly component?: ElementType };
    if (component === undefined) throw new Error(`${path} 没有导出 component`);
    if (Object.hasOwn(components, name)) throw new Error(`组件“${name}”是平台自带的，请换一个名称`);
    registerComponent(name, { by: 'formily', component });
  }
}

// The build takes in whatever stands there, with the part of the client that draws forms.
installComponents(import.meta.glob('/extensions/components/*.tsx', { eager: true }));
