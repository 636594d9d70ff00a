import type { PrintContent } from '../../../src/core/field-type.ts';
import type { Language } from '../../../src/core/text/language.ts';

/** What is printed, without any layout: plain data that a worker thread can take. */
export interface PrintDocument {
  /** Title of the file. */
  readonly title: string;
  /** Language of the labels: that of the person who prints. */
  readonly language: Language;
  /** Company in whose name it is printed. */
  readonly company: string;
  readonly printedBy: string;
  /** `YYYY-MM-DD HH:mm:ss` on the tenant's clock. */
  readonly printedAt: string;
  readonly watermark: boolean;
  readonly records: readonly PrintRecord[];
  /** Pictures by file id; a file that is missing here is printed by its name. */
  readonly pictures: Readonly<Record<string, Uint8Array>>;
}

/** One record, beginning on a page of its own. */
export interface PrintRecord {
  readonly heading: string;
  /** What the record is called: its number. */
  readonly name: string;
  /** What the name is: 编号, 名称. */
  readonly nameTitle: string;
  /** State in words; '' where it has none. */
  readonly state: string;
  /** Address that the QR code holds; undefined for none. */
  readonly link: string | undefined;
  readonly sections: readonly PrintSection[];
  /** Line at the end. */
  readonly note: string | undefined;
}

/** A part of a record: cells side by side, or a table. */
export type PrintSection =
  | {
      readonly kind: 'grid';
      readonly title: string | undefined;
      readonly columns: number;
      readonly cells: readonly PrintCell[];
    }
  | {
      readonly kind: 'table';
      readonly title: string | undefined;
      readonly head: readonly PrintHead[];
      readonly rows: readonly (readonly PrintContent[])[];
      /** Rows that were left out because there were too many. */
      readonly left: number;
    };

/** A value with what stands in front of it. */
export interface PrintCell {
  readonly title: string;
  readonly content: PrintContent;
  /** Columns that it takes; undefined for as many as its length suggests. */
  readonly span: number | undefined;
}

/** Head of a table's column. */
interface PrintHead {
  readonly title: string;
  /** Share of the width. */
  readonly width: number;
}

/** What one document may hold, so that paper stays paper and a worker stays small. */
export const PRINT_LIMITS = {
  /** Records of one document. */
  records: 30,
  /** Characters of one value. */
  text: 10_000,
  /** Rows of one table. */
  rows: 400,
  /** Characters of one record. */
  characters: 120_000,
  /** Characters of all records of a document. */
  allCharacters: 480_000,
  /** Pictures of a record. */
  pictures: 24,
  /** Bytes of one picture. */
  pictureBytes: 8 * 1024 * 1024,
  /** Bytes of all pictures. */
  allPictureBytes: 32 * 1024 * 1024,
  /** Pixels of one picture: it is unpacked in memory. */
  pixels: 20_000_000,
  /** Characters of a drawn signature as `data:` address. */
  drawing: 400_000,
} as const;
