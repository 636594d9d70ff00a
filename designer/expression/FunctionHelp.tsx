import { callAround } from '../../src/core/expression/index.ts';
import { exampleResult } from './example-result.ts';
import { useExpressionText } from './texts.ts';

/** What the call around the cursor takes and gives, the argument that is being written in bold. */
export function FunctionHelp({ source, offset }: { source: string; offset: number }) {
  const text = useExpressionText();
  const call = callAround(source, offset);
  if (call === undefined) return null;
  const { name, signature, doc, example } = call.definition;
  const result = exampleResult(example);
  const parts = signature.slice(name.length + 1, -1).split(', ');
  return (
    <div className="anlan-dx-help" data-testid="function-help">
      <code>
        {name}(
        {parts.map((part, index) => (
          <span key={part}>
            {index === 0 ? '' : ', '}
            {index === Math.min(call.argument, parts.length - 1) ? <strong>{part}</strong> : part}
          </span>
        ))}
        )
      </code>
      <p>{doc}</p>
      <p className="anlan-ds-quiet">
        {text('help.example', { example })}
        {result === undefined ? null : ` ${text('help.result', { result })}`}
      </p>
    </div>
  );
}
