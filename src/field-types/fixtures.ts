import type { Property } from '../core/dialect/entity.generated.ts';
import type { Choice } from '../core/field-type.ts';

/** Examples of one field type: the conformance suite, the API suite and the playground all run over them. */
export interface FieldTypeFixtures {
  /** Property without its title. */
  readonly property: Property;
  readonly choices?: readonly Choice[];
  /** Values taken, with their text. */
  readonly valid: readonly { readonly value: unknown; readonly text: string }[];
  /** Values refused, with the message. */
  readonly invalid: readonly { readonly value: unknown; readonly message: string }[];
  /** Texts as import reads them. */
  readonly parse: readonly ({ readonly text: string } & ({ readonly value: unknown } | { readonly message: string }))[];
}

/** Choices that fixtures of choice types use. */
export const FIXTURE_CHOICES: readonly Choice[] = [
  { key: '1', title: '低风险', color: 'blue' },
  { key: '2', title: '较大风险', color: 'orange' },
  { key: '3', title: '重大风险', color: 'red' },
];
