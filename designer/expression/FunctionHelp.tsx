import { createElement, Fragment } from 'react';
import { callAround } from '../../src/core/expression/index.ts';
import { useFunctionHelp } from '../help/function-texts.ts';
import { useHelpLoaded } from '../help/useHelpLoaded.ts';
import { exampleResult } from './example-result.ts';
import { useExpressionText } from './texts.ts';

/** What the call around the cursor takes and gives, the argument that is being written in bold. */
export function FunctionHelp({ source, offset }: { source: string; offset: number }) {
  const text = useExpressionText();
  const help = useFunctionHelp();
  const isLoaded = useHelpLoaded();
  const call = callAround(source, offset);
  if (call === undefined || !isLoaded) return null;
  const { name, signature, doc, example } = call.definition;
  const result = exampleResult(example);
  const parts = signature.slice(name.length + 1, -1).split(', ');
  const told = (part: string, index: number) =>
    index === Math.min(call.argument, parts.length - 1) ? createElement('strong', undefined, help(part)) : help(part);
  return (
    <div className="anlan-dx-help" data-testid="function-help">
      <code>
        {name}(
        {createElement(
          Fragment,
          undefined,
          ...parts.flatMap((part, index) => [index === 0 ? '' : ', ', told(part, index)]),
        )}
        )
      </code>
      <p>{help(doc)}</p>
      <p className="anlan-ds-quiet">
        {text('help.example', { example })}
        {result === undefined ? null : ` ${text('help.result', { result })}`}
      </p>
    </div>
  );
}
