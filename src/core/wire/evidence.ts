import type { ProvenSite } from './on-site.ts';

/** A file as it was sealed: by name and content. */
export interface SealedFile {
  readonly id: string;
  readonly name: string;
  readonly sha256: string | null;
}

/** One field of a sealed snapshot: its value, and how it read on that day. */
export interface SealedField {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  readonly text: string;
  readonly files?: readonly SealedFile[];
}

/** Rows of one child entity. */
export interface SealedRows {
  readonly entity: string;
  readonly title: string;
  readonly rows: readonly (readonly SealedField[])[];
}

/** What evidence says: a record as a person saw it, with what was proposed. */
export interface SealedRecord {
  readonly entity: { readonly key: string; readonly id: string; readonly title: string };
  /** Version of the entity's file, and behind a plus the tenant's edits of it. */
  readonly metadata: string;
  readonly record: { readonly id: string; readonly title: string };
  readonly by: { readonly id: string | null; readonly name: string };
  readonly at: string;
  readonly values: readonly SealedField[];
  readonly children: readonly SealedRows[];
  readonly proposal: { readonly fields: readonly SealedField[]; readonly row: readonly SealedField[] } | null;
  /**
   * How it was proven where the person was, and how that read on that day, which alone is told to whoever may not know the
   * place; missing where no place was asked.
   */
  readonly site?: (ProvenSite | Partial<Record<keyof ProvenSite, never>>) & { readonly text: string };
}

/** A piece of evidence in the list of a record's. */
export interface EvidenceEntry {
  readonly id: string;
  readonly entityKey: string;
  readonly recordId: string;
  readonly metadataVersion: string;
  /** SHA-256 of the whole snapshot. */
  readonly hash: string;
  readonly userId: string | null;
  readonly userName: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string;
}

/** What a person saw when he decided or signed. */
export interface EvidenceDetail extends EvidenceEntry {
  /** Whether what is stored still gives the hash. */
  readonly intact: boolean;
  /** Whether the caller may see all of it. */
  readonly complete: boolean;
  readonly sealed: SealedRecord;
}
