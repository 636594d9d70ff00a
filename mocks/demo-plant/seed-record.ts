import type { CardContent } from './pdf-card.ts';

/** A file that a record of the demo plant holds. */
export interface SeedFile {
  /** Field that holds it; in a row of a sub-table as `qualifications.0.file`. */
  readonly field: string;
  readonly name: string;
  /**
   * Its content: a card as PDF, an address as the picture of a QR code, a drawn portrait, the plant's plan, or a drawn
   * place of a number.
   */
  readonly holds:
    | { readonly card: CardContent }
    | { readonly address: string }
    | { readonly portrait: number }
    | { readonly plan: true }
    | { readonly picture: number; readonly repaired: boolean };
}

/** A record as the entity service is to save it. */
export interface SeedRecord {
  readonly id: string;
  /** Whom it is by; undefined: the platform. */
  readonly createUser?: string;
  readonly createTime: Date;
  readonly body: Readonly<Record<string, unknown>>;
  /** State that it begins in; default the entity's initial one. */
  readonly status?: string;
  /** Whether the transition `enable` follows. */
  readonly enable?: boolean;
  readonly file?: SeedFile;
  /** Further files. */
  readonly files?: readonly SeedFile[];
}
