import type { Property } from './entity.generated.ts';
import { createAutomaton, type PatternAutomaton } from './pattern-automaton.ts';
import { EVERY, type PatternTree, parsePattern } from './pattern-tree.ts';
import { stepsByTrial } from './pattern-trial.ts';

/** Steps that one match may take: some tens of milliseconds. */
const MOST_STEPS = 10_000_000;

/** Ways that a match may try where no loop multiplies them: about a millisecond. */
const MOST_WAYS = 100_000;

/** Steps over a text that the pattern was tried with, where each is a small one: some tens of milliseconds. */
const MOST_TRIED = 50_000_000;

/** Characters of a text whose field names no `maxLength`: the largest default of the field types. */
const DEFAULT_LENGTH = 2000;

/** What to do about a refused pattern. */
export const SAFE_PATTERN = '改写，使每段文本只有一种匹配方式';

const NESTED = '重复的括号里又有重复，遇到某些文本会长时间匹配不完';
const ALIKE = '重复的括号里各分支的开头可能相同，遇到某些文本会长时间匹配不完';
const IN_A_ROW = '几段重复能匹配同样的文字，遇到较长的文本会长时间匹配不完';
const MANY_WAYS = '重复或可有可无的几段能以太多种方式分配同样的文字，会长时间匹配不完';
const TOO_LARGE = '过于复杂，无法确定匹配所需的时间';

/**
 * Why matching a regular expression can take too long, or why it cannot be read; undefined for a good one. Exact for
 * what takes exponential time (`(a+)+`, `(a|ab)*`: a loop that one text passes in two ways). Repetitions in a row
 * (`.*.*=`) take the length of the text to the power of their number: refused where that is more than ten million steps
 * at `maxLength` characters (default 2000). Bounded repetitions (`(a?){30}`, `(a|b|ab){25}`) and optional parts in a row
 * are refused where the worst text found for them is tried in more than 100,000 ways. What both allow can still be many
 * ways at each place of a text (`(((.))?){7,}!`): each pattern with a loop is tried over texts made for it as well.
 */
export function patternFault(source: string, maxLength: number = DEFAULT_LENGTH): string | undefined {
  const name = `${maxLength} ${source}`;
  if (known.has(name)) return known.get(name);
  const fault = analysedFault(source, maxLength);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, fault);
  return fault;
}

/** What patterns were found to be: each change of a world asks for all of them again. */
const known = new Map<string, string | undefined>();
const MOST_KNOWN = 500;

function analysedFault(source: string, maxLength: number): string | undefined {
  try {
    new RegExp(source, 'u');
  } catch {
    return '不是有效的正则表达式';
  }
  const { tree, around } = parsePattern(source);
  for (const part of [tree, ...around]) {
    const automaton = createAutomaton(part === tree ? searched(tree) : part);
    if (automaton === undefined) return TOO_LARGE;
    const exponential = automaton.isExponential();
    if (automaton.gaveUp()) return TOO_LARGE;
    if (exponential) return hasChoiceInLoop(part) && !hasNestedLoop(part) ? ALIKE : NESTED;
    const steps = stepsOf(automaton, maxLength);
    if (automaton.gaveUp()) return TOO_LARGE;
    if (steps > MOST_STEPS) return hasNestedLoop(part) ? NESTED : IN_A_ROW;
    if (automaton.ways(maxLength, MOST_WAYS) > MOST_WAYS) return MANY_WAYS;
    const degree = automaton.degree();
    if (degree > 0 && stepsByTrial(part, maxLength, degree, MOST_TRIED) > MOST_TRIED) return MANY_WAYS;
  }
  return undefined;
}

/** Patterns of a property that must not be used: their index and why. */
export function unsafePatterns(
  property: Pick<Property, 'patterns' | 'maxLength'>,
): readonly { readonly index: number; readonly fault: string }[] {
  return (property.patterns ?? []).flatMap(({ pattern }, index) => {
    const fault = patternFault(pattern, property.maxLength);
    return fault === undefined ? [] : [{ index, fault }];
  });
}

function stepsOf(automaton: PatternAutomaton, length: number): number {
  const degree = automaton.degree();
  let factorial = 1;
  for (let factor = 2; factor <= degree; factor += 1) factorial *= factor;
  return length ** degree / factorial;
}

/** A pattern that is not tied to the beginning is tried at every place of the text, as if any text stood before it. */
function searched(tree: PatternTree): PatternTree {
  if (isTied(tree)) return tree;
  const part: PatternTree = { kind: 'characters', ranges: EVERY };
  const before: PatternTree = { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
  return { kind: 'sequence', parts: [before, tree] };
}

function isTied(tree: PatternTree): boolean {
  if (tree.kind === 'start') return true;
  if (tree.kind === 'choice') return tree.options.every(isTied);
  if (tree.kind === 'repeat') return tree.least > 0 && isTied(tree.part);
  if (tree.kind !== 'sequence') return false;
  const first = tree.parts.find((part) => part.kind !== 'empty');
  return first !== undefined && isTied(first);
}

const isLoop = (tree: PatternTree) => tree.kind === 'repeat' && tree.most > 10;

function within(tree: PatternTree): readonly PatternTree[] {
  if (tree.kind === 'sequence') return tree.parts;
  if (tree.kind === 'choice') return tree.options;
  return tree.kind === 'repeat' ? [tree.part] : [];
}

function holdsSome(tree: PatternTree, wanted: (tree: PatternTree) => boolean): boolean {
  return wanted(tree) || within(tree).some((part) => holdsSome(part, wanted));
}

function hasNestedLoop(tree: PatternTree): boolean {
  return holdsSome(tree, (outer) => isLoop(outer) && within(outer).some((part) => holdsSome(part, isLoop)));
}

function hasChoiceInLoop(tree: PatternTree): boolean {
  return holdsSome(
    tree,
    (outer) => isLoop(outer) && within(outer).some((part) => holdsSome(part, ({ kind }) => kind === 'choice')),
  );
}
