import { Button, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import {
  type ExpressionFault,
  type ExpressionNode,
  explainExpression,
  faultsIn,
  parseExpression,
  positionIn,
} from '../../src/core/expression/index.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { ConditionBuilder } from '../conditions/ConditionBuilder.tsx';
import { useAsked } from './asked-place.ts';
import { CodeBox, type CodeBoxHandle } from './CodeBox.tsx';
import { type ExpressionPlace, pathOf, placeOfExpression } from './expression-place.ts';
import { FunctionHelp } from './FunctionHelp.tsx';
import { useNames } from './names-context.ts';
import { usePhrases } from './phrases.ts';
import { StepValues } from './StepValues.tsx';
import { useExpressionText } from './texts.ts';
import { useRested } from './useRested.ts';
import './expression.css';

interface ExpressionEditorProps {
  readonly id: string;
  /** What the keyword is called. */
  readonly name: string;
  readonly entity: Entity;
  readonly at: OverlayAddress;
  readonly path: readonly string[];
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onSet: (path: readonly string[], value: unknown) => void;
}

const NO_FAULTS: readonly ExpressionFault[] = [];

/** An expression as text or as rows of conditions, with what is wrong with it, what it says and what it gives. */
export function ExpressionEditor({ id, name, entity, at, path, value, disabled, onSet }: ExpressionEditorProps) {
  const text = useExpressionText();
  const stored = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(stored);
  const [mode, setMode] = useState<'text' | 'rows'>('text');
  const [showsSteps, setShowsSteps] = useState(false);
  const [cursor, setCursor] = useState<number>();
  const box = useRef<CodeBoxHandle>(null);
  useEffect(() => setTyped(stored), [stored]);
  const place = useExpressionPlace(entity, at, path);
  const faults = useMemo(
    () => (typed.trim() === '' ? NO_FAULTS : faultsIn(typed, place?.scope, place?.expected)),
    [typed, place],
  );
  const settle = (next = typed) => {
    if (next !== stored) onSet(path, next.trim() === '' ? null : next);
  };
  useAsked([...at, ...path], () => box.current?.goTo(faults[0]?.from ?? 0));
  const isCondition = place?.expected === 'boolean';
  const node = nodeOf(typed);
  return (
    <div className="anlan-dx" data-faulty={faults.length > 0}>
      {isCondition && !disabled ? (
        <Segmented
          size="small"
          aria-label={text('mode.label')}
          value={mode}
          onChange={setMode}
          options={(['text', 'rows'] as const).map((each) => ({ value: each, label: text(`mode.${each}`) }))}
        />
      ) : null}
      {mode === 'rows' && isCondition ? (
        <ConditionBuilder
          source={typed}
          scope={place.scope}
          onChange={(next) => {
            setTyped(next);
            settle(next);
          }}
        />
      ) : (
        <CodeBox
          ref={box}
          id={id}
          label={name}
          value={typed}
          disabled={disabled}
          scope={place?.scope}
          faults={faults}
          onChange={setTyped}
          onSettle={() => settle()}
          onCursor={setCursor}
        />
      )}
      <Faults
        faults={faults}
        source={typed}
        onUse={(fault) => box.current?.replace(fault.from, fault.to, fault.instead ?? '')}
      />
      {node === undefined || place === undefined || faults.length > 0 ? null : (
        <>
          <Sentence node={node} place={place} keyword={path.at(-1) ?? ''} />
          <Button
            type="link"
            size="small"
            aria-expanded={showsSteps}
            // The text keeps the focus, lest what is shown for it goes and the button moves from under the press.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShowsSteps(!showsSteps)}
          >
            {text('steps')}
          </Button>
          {showsSteps ? <StepValues source={typed} node={node} place={place} /> : null}
        </>
      )}
      {cursor === undefined ? null : <FunctionHelp source={typed} offset={cursor} />}
    </div>
  );
}

function nodeOf(source: string): ExpressionNode | undefined {
  const parsed = parseExpression(source);
  return 'node' in parsed ? parsed.node : undefined;
}

/** Milliseconds that edits rest before the places of expressions are found anew, for which the entity is built whole. */
const REST = 300;

function useExpressionPlace(given: Entity, at: OverlayAddress, keywords: readonly string[]) {
  const names = useNames();
  const entity = useRested(given, REST);
  const place = `${at.join('/')} ${keywords.join('/')}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is compared by what it says.
  return useMemo((): ExpressionPlace | undefined => {
    const path = pathOf(entity, at, keywords);
    return names === undefined || path === undefined ? undefined : placeOfExpression(entity, path, names);
  }, [entity, names, place]);
}

function Faults({
  faults,
  source,
  onUse,
}: {
  faults: readonly ExpressionFault[];
  source: string;
  onUse: (fault: ExpressionFault) => void;
}) {
  const text = useExpressionText();
  if (faults.length === 0) return null;
  return (
    <ul className="anlan-dx-faults" role="alert">
      {faults.map((fault) => {
        const { column } = positionIn(source, fault.from);
        const isPlaced = fault.message.startsWith('第');
        return (
          <li key={`${fault.from} ${fault.message}`}>
            {isPlaced ? null : `${text('fault.at', { column })}：`}
            {fault.message}
            {fault.instead === undefined ? null : (
              <Button
                type="link"
                size="small"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onUse(fault)}
              >
                {text('fix.use', { text: fault.instead.trim() })}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The expression as people would say it, in the frame of its keyword: `当“风险等级”是“重大”时必填`. */
function Sentence({ node, place, keyword }: { node: ExpressionNode; place: ExpressionPlace; keyword: string }) {
  const phrases = usePhrases();
  const said = explainExpression(node, place.scope, phrases);
  const frame = place.expected === 'boolean' ? 'frame.condition' : 'frame.expression';
  return (
    <p className="anlan-dx-sentence" data-testid="sentence">
      {phrases(`frame.${keyword}`, { a: said }) ?? phrases(frame, { a: said })}
    </p>
  );
}
