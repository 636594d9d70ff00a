import type { ReactNode } from 'react';
import type { KeptAnswer } from '../../api/kept/kept-types.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import type { PointForm } from './point-form.ts';
import type { WalkPoint } from './walk-model.ts';

/** What answers a point: a save of the row, or a step on the record. */
export type PointOperation = { readonly kind: 'save' } | { readonly kind: 'step'; readonly plan: ActionPlan };

export interface WalkPointsProps {
  /** Name of the record whose rows these are; undefined where the page around has its own head. */
  readonly title: string | undefined;
  /** The record above the points; undefined where each stands for itself. */
  readonly parent: WireRecord | undefined;
  readonly page: EntityPageModel;
  readonly place: string;
  readonly points: readonly WalkPoint[];
  readonly answers: readonly KeptAnswer[];
  /** Fields that are read at a point. */
  readonly shows: readonly string[];
  readonly offline: boolean;
  /** Whether there are more points than are gone through. */
  readonly more: boolean;
  readonly operation: PointOperation;
  readonly formOf: (point: WalkPoint) => PointForm;
  readonly foot: ReactNode;
  /** Told when the server has taken something. */
  readonly onTaken?: () => void;
  readonly onBack: (() => void) | undefined;
}
