/** A link by which people without login send something. */
export interface PublicLink {
  readonly id: string;
  /** Where it hangs: 东门. */
  readonly title: string;
  readonly created: string;
  readonly expires: string;
  readonly state: 'open' | 'revoked' | 'over';
  /** How many reports came by it. */
  readonly sent: number;
  /** What stands in its address. */
  readonly token: string;
}

/** The links of an entity, and whether the company takes anything by them. */
export interface PublicLinks {
  readonly open: boolean;
  readonly links: readonly PublicLink[];
}

/** A field of a public form. */
export interface PublicField {
  readonly key: string;
  readonly title: string;
  /** How it is entered. */
  readonly kind: 'line' | 'text' | 'number' | 'choice' | 'date' | 'moment' | 'time';
  readonly required: boolean;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly most?: number;
  readonly choices?: readonly { readonly key: string; readonly title: string }[];
}

/** What a public form asks. */
export interface PublicForm {
  readonly company: string;
  readonly title: string;
  readonly fields: readonly PublicField[];
  /** Name of what the pictures are, and how many there may be; undefined where none are taken. */
  readonly pictures?: { readonly title: string; readonly most: number };
}

/** How far a report has come. */
export interface PublicState {
  readonly state: string;
  /** When it was sent, to the minute. */
  readonly sent: string;
}

/** A file of a published record: what a screen has to know of it before it asks for it. */
export interface PublishedFile {
  readonly file: string;
  /** Its type, `image/png`. */
  readonly kind: string;
  /** Bytes. */
  readonly size: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Of a film whose headers say it. */
  readonly seconds?: number | undefined;
}
