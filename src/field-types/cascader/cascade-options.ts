import type { Choice } from '../../core/field-type.ts';
import type { TreeChoice } from '../field-services.ts';

/** An option of a cascade with those below it. */
export interface CascadeOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly children?: CascadeOption[];
}

/** Columns of a tree of records; a record and all below it cannot be its own parent. */
export function recordOptions(
  records: readonly TreeChoice[],
  without: string | undefined,
  below = false,
): CascadeOption[] {
  return records.map(({ id, label, children = [] }) => {
    const disabled = below || id === without;
    return {
      value: id,
      label,
      ...(disabled ? { disabled } : {}),
      ...(children.length > 0 ? { children: recordOptions(children, without, disabled) } : {}),
    };
  });
}

/** Columns of choices that name their parents; sealed ones can no longer be chosen. */
export function choiceColumns(choices: readonly Choice[], parent?: string): CascadeOption[] {
  const known = new Set(choices.map(({ key }) => key));
  return choices
    .filter(
      (choice) => (choice.parent !== undefined && known.has(choice.parent) ? choice.parent : undefined) === parent,
    )
    .map((choice) => {
      const children = choiceColumns(choices, choice.key);
      return {
        value: choice.key,
        label: choice.title,
        ...(choice.sealed ? { disabled: true } : {}),
        ...(children.length > 0 ? { children } : {}),
      };
    });
}

/** The way to an option from the top, itself included; undefined where the tree does not hold it. */
export function wayTo(options: readonly CascadeOption[], value: string): CascadeOption[] | undefined {
  for (const option of options) {
    if (option.value === value) return [option];
    const below = wayTo(option.children ?? [], value);
    if (below !== undefined) return [option, ...below];
  }
  return undefined;
}
