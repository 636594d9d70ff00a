import type { ComponentType } from 'react';
import type { FieldNode, LayoutNode, SectionNode } from '../../compile/form/form-schema.ts';
import type { FindComponent } from '../../field-types/form-components.ts';
import type { FormEngine } from './form-engine.ts';

/** What draws a field with its label around what it is entered in (`x-decorator`). */
export type Decorator = ComponentType<{
  readonly engine: FormEngine;
  readonly schema: FieldNode;
  readonly form: string;
  readonly find: FindComponent;
}>;

/** What draws all sections of a form (`x-component` of its layout). */
export type Layout = ComponentType<{ readonly drawing: FormDrawing; readonly schema: LayoutNode }>;

/** What draws one section among the others (`x-component` of the section). */
export type SectionFrame = ComponentType<{ readonly drawing: FormDrawing; readonly section: SectionNode }>;

/** What names in the schema of a form stand for. */
export interface FormComponents {
  readonly layout: (name: string) => Layout;
  readonly section: (name: string) => SectionFrame;
  readonly decorator: (name: string) => Decorator;
  readonly field: FindComponent;
}

/** What the parts of a form on the page share while it is drawn. */
export interface FormDrawing {
  readonly engine: FormEngine;
  readonly components: FormComponents;
  /** Id that the form's elements begin with. */
  readonly id: string;
  /** Fields of each section, by its key, in pieces that are mounted one by one. */
  readonly pieces: ReadonlyMap<string, readonly (readonly FieldNode[])[]>;
  /** Whether a piece is mounted although it is not in sight. */
  isEager(piece: readonly FieldNode[]): boolean;
  isFolded(section: SectionNode): boolean;
  /** Folds a section, or opens a folded one. */
  fold(section: SectionNode): void;
  /** Opens a section, folded or not. */
  unfold(section: SectionNode): void;
  /** Key of the section that is open where one is at a time. */
  readonly current: string;
  /** Opens a section where one is at a time. */
  turnTo(section: string): void;
}
