import {
  collectReferences,
  type ExpressionNode,
  entityRead,
  FUNCTIONS,
  isFunctionName,
  nodePartsOf,
} from '../expression/index.ts';
import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { fieldPointer } from './field-pointer.ts';

/** What decides which field a condition that does not hold is about. */
export interface BlameSubject {
  readonly model: EntityModel;
  /** Entity of the row that the step writes; undefined for none. */
  readonly written?: EntityModel | undefined;
  /** Fields of the record that the step asks for. */
  readonly asked: ReadonlySet<string>;
  /** Whether a part of the condition is not as it should be. */
  readonly fails: (part: ExpressionNode, wanted: boolean) => boolean;
  readonly isEmpty: (place: BlamedPlace) => boolean;
}

/** A field that a condition reads. */
export interface BlamedPlace {
  readonly pointer: string;
  readonly field: FieldModel;
  /** Whether the step asks for it, or it is a column of the row that the step writes. */
  readonly asked: boolean;
  readonly inRow: boolean;
}

/**
 * The fields that a condition which does not hold is about, so that its message can stand there; none where that is not
 * clear. Of what is demanded together each part that fails names its own. Of alternatives the last says what is demanded,
 * those before it when it is not: `level == '0' or not isEmpty(measures)` is about `measures`. A part that reads several
 * fields is about what the step asks for, and then about what is empty.
 */
export function blamedFields(node: ExpressionNode, subject: BlameSubject, wanted = true): readonly BlamedPlace[] {
  if (node.kind === 'unary' && node.operator === 'not') return blamedFields(node.operand, subject, !wanted);
  if (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')) {
    if ((node.operator === 'or') === wanted) return blamedFields(node.right, subject, wanted);
    const failing = [node.left, node.right].filter((part) => subject.fails(part, wanted));
    return unrepeated(failing.flatMap((part) => blamedFields(part, subject, wanted)));
  }
  const read = placesIn(node, subject);
  const asked = narrowed(read, ({ asked }) => asked);
  const left = narrowed(asked, subject.isEmpty);
  return left.length === 1 ? left : [];
}

function narrowed(places: readonly BlamedPlace[], fits: (place: BlamedPlace) => boolean): readonly BlamedPlace[] {
  const fitting = places.filter(fits);
  return fitting.length > 0 ? fitting : places;
}

function unrepeated(places: readonly BlamedPlace[]): readonly BlamedPlace[] {
  return [...new Map(places.map((place) => [place.pointer, place])).values()];
}

/** What a part reads of the record and of what is proposed. What it only compares other records with is not what it is about. */
function placesIn(node: ExpressionNode, { model, written, asked }: BlameSubject): readonly BlamedPlace[] {
  const looksAround = readsRows(node);
  const places = collectReferences(node).flatMap((reference): readonly BlamedPlace[] => {
    const [first = '', second, ...deeper] = reference.split('.');
    if (first === 'row' && second !== undefined && deeper.length === 0) {
      const column = written?.field.get(second);
      if (column !== undefined && !column.base) {
        return [{ pointer: fieldPointer('row', second), field: column, asked: true, inRow: true }];
      }
      return own(model, second, asked);
    }
    return second === undefined ? own(model, first, asked) : [];
  });
  return unrepeated(looksAround ? places.filter(({ asked, field }) => asked || field.columns !== undefined) : places);
}

function own(model: EntityModel, key: string, asked: ReadonlySet<string>): readonly BlamedPlace[] {
  const field = model.field.get(key);
  if (field === undefined || field.base) return [];
  return [{ pointer: fieldPointer(key), field, asked: asked.has(key), inRow: false }];
}

function readsRows(node: ExpressionNode): boolean {
  const reads =
    node.kind === 'call' &&
    (entityRead(node) !== undefined || (isFunctionName(node.name) && FUNCTIONS[node.name].aggregate === true));
  return reads || nodePartsOf(node).some(readsRows);
}
