import { useMemo } from 'react';
import type { ExpressionNode } from '../../src/core/expression/index.ts';
import { observed } from '../../src/runtime/form/observed.ts';
import type { PreviewForm } from '../../src/runtime/preview/usePreviewEngine.ts';
import type { ExpressionPlace } from './expression-place.ts';
import { usePreviewed } from './previewed.ts';
import { partValues } from './steps.ts';
import { useExpressionText } from './texts.ts';

interface StepValuesProps {
  readonly source: string;
  readonly node: ExpressionNode;
  readonly place: ExpressionPlace;
}

/** What each part of an expression gives with the values that the preview shows. */
export function StepValues(props: StepValuesProps) {
  const text = useExpressionText();
  const form = usePreviewed((state) => state.form);
  return form === undefined ? <p className="anlan-ds-quiet">{text('steps.none')}</p> : <Steps {...props} form={form} />;
}

const Steps = observed(({ source, node, place, form }: StepValuesProps & { readonly form: PreviewForm }) => {
  const text = useExpressionText();
  const { engine, environment } = form;
  const { revision } = engine.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form has other values.
  const steps = useMemo(
    () => partValues(source, node, place.scope, engine.values(), environment),
    [source, node, place, engine, environment, revision],
  );
  return (
    <table className="anlan-dx-steps">
      <thead>
        <tr>
          <th scope="col">{text('steps.part')}</th>
          <th scope="col">{text('steps.value')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ from, to, depth, part, type, value }) => (
          <tr key={`${from} ${to} ${depth}`}>
            <td style={{ paddingInlineStart: 4 + depth * 10 }}>
              <code>{part}</code>
            </td>
            <td>
              {value ?? text('steps.server')}
              <span className="anlan-ds-quiet"> {type}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
