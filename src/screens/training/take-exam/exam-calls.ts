import { newKey } from '../../../api/new-key.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import {
  callOperation,
  callToKeep,
  MissingOperationError,
  requiredOperation,
} from '../../../runtime/calls/entity-calls.ts';
import { childPage } from '../../../runtime/model/child-page.ts';
import type { EntityPageModel } from '../../../runtime/model/page-model.ts';
import { ANSWERS } from './sheet.ts';

/** Steps of a sheet that this page takes. */
type SheetStep = 'start' | 'enter' | 'leave' | 'handIn' | 'review';

function operationOfStep(page: EntityPageModel, step: SheetStep) {
  const operation = page.model.operations.find(({ transition }) => transition === step);
  if (operation === undefined) throw new MissingOperationError(page.model.key, step);
  return operation;
}

/** Takes a step now; throws ApiError, which the page tells. */
export function takeSheetStep(
  page: EntityPageModel,
  step: SheetStep,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const options = { idempotencyKey: newKey(), quiet: true, page: page.callPage };
  return callOperation(page.model, operationOfStep(page, step), input, options);
}

/** A step as a call that a device sends later. */
export function stepToKeep(page: EntityPageModel, step: SheetStep, input: Readonly<Record<string, unknown>>) {
  return callToKeep(page.model, operationOfStep(page, step), input, page.callPage);
}

/** An answer as a call that a device sends later. */
export function answerToKeep(page: EntityPageModel, body: Readonly<Record<string, unknown>>) {
  const child = childPage(page, ANSWERS);
  if (child === undefined) throw new MissingOperationError(ANSWERS, 'save');
  return callToKeep(child.model, requiredOperation(child.model, 'save'), body, child.callPage);
}

/** What a device keeps of a sheet stands under this place. */
export const sheetPlace = (sheet: WireRecord['id']): string => `exam/${sheet}`;
