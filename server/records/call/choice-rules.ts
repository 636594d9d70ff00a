import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { expressionNode } from '../../access/permission/row-access.ts';

const ABSENT: ExpressionNode = { kind: 'literal', value: null };

/**
 * Why a record may not be chosen for a reference, as one expression over it: the words of the first rule that does not
 * hold, null for a record that may. Undefined for a reference without rules.
 * @param isTold whether whoever chooses may know all that words made of a record read; the fixed ones stand in for them.
 */
export function misfitNode(field: FieldModel, isTold: (words: ExpressionNode) => boolean): ExpressionNode | undefined {
  const rules = field.property.ref?.rules;
  return rules?.reduceRight<ExpressionNode>(
    (rest, rule) => ({
      kind: 'conditional',
      test: expressionNode(rule.when),
      whenTrue: rest,
      whenFalse: told(rule, isTold),
    }),
    ABSENT,
  );
}

function told(
  rule: { readonly else: string; readonly elseFrom?: string | undefined },
  isTold: (words: ExpressionNode) => boolean,
): ExpressionNode {
  const fixed: ExpressionNode = { kind: 'literal', value: rule.else };
  if (rule.elseFrom === undefined) return fixed;
  const made = expressionNode(rule.elseFrom);
  if (!isTold(made)) return fixed;
  const said: ExpressionNode = {
    kind: 'binary',
    operator: '!=',
    left: made,
    right: { kind: 'literal', value: '' },
  };
  return { kind: 'conditional', test: said, whenTrue: made, whenFalse: fixed };
}

/** Every expression of a reference that decides over what may be chosen. */
export function choiceSources(field: FieldModel): readonly string[] {
  const { where, rules = [] } = field.property.ref ?? {};
  return [where, ...rules.flatMap((rule) => [rule.when, rule.elseFrom])].filter((source) => source !== undefined);
}
