/** Where a call goes, as the client takes it. */
interface KeptCall {
  readonly service: string;
  readonly path: string;
  /** Page whose rights count; undefined for none. */
  readonly page: string | undefined;
}

/** Why the server has not taken an answer. */
export interface KeptRefusal {
  readonly msg: string;
  readonly errors: readonly { readonly pointer: string; readonly msg: string }[];
  /** The record as it is now, where somebody else has changed it since; undefined where that is not why. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** What the server said besides: who changed what. */
  readonly data?: unknown;
}

/**
 * What a person has answered on this device: a save or a step, on its way to the server. It is kept until the server has
 * taken it, or the person lets it go.
 */
export interface KeptAnswer {
  /** Idempotency key of the call, and the key in the store. */
  readonly key: string;
  /** Whose it is: tenant and person. Nobody else sees or sends it. */
  readonly owner: string;
  /** To what the person was answering: a walk. */
  readonly place: string;
  /** Id of the record that is written. Answers to one record go up in their order. */
  readonly subject: string;
  /** What it is called when it is told. */
  readonly title: string;
  /** Grows with each answer. */
  readonly order: number;
  readonly call: KeptCall;
  /** What is sent; photos that this device holds stand in it by their local id. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What the person entered, as the page goes on from it. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The same in words, to be told wherever it is. */
  readonly lines: readonly { readonly key: string; readonly title: string; readonly text: string }[];
  /** Whether it waits for all earlier answers of its place (a signature below them). */
  readonly last: boolean;
  /** Whether the person is still writing it: kept as any other, but it goes up only once he has let it go. */
  readonly draft?: true;
  /** When he answered, by the clock of this device: an ISO moment. */
  readonly deviceTime: string;
  /** Undefined while it waits. */
  readonly refused: KeptRefusal | undefined;
}

/** A photo that this device holds for an answer. */
export interface KeptPhoto {
  /** Local id: stands in bodies for the id that the server gives it. */
  readonly id: string;
  readonly owner: string;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
  readonly name: string;
  readonly type: string;
  readonly lastModified: number;
  readonly content: ArrayBuffer;
  /** When it was chosen, in milliseconds. */
  readonly time: number;
  /** Id that the server gave it, and when; undefined until it was sent. */
  readonly sent: { readonly attachId: string; readonly time: number } | undefined;
}

/** Something that was read from the server once and is shown without a network. */
export interface Opened {
  readonly owner: string;
  readonly name: string;
  readonly value: unknown;
  readonly time: number;
}

/** What local ids of photos begin with. */
const LOCAL = 'kept-';

/** Letters of an id that fields with files take. */
const ID_LENGTH = 40;

/** Local id of a photo of a record; the same content is one photo. It has the form of the server's ids. */
export const localId = (subject: string, hash: string): string => `${LOCAL}${subject}-${hash}`.slice(0, ID_LENGTH);

/** Whether an id is that of a photo which only this device holds. */
export const isLocalId = (id: unknown): id is string => typeof id === 'string' && id.startsWith(LOCAL);

/** Whether a photo was taken for a record. */
export const isPhotoOf = (id: string, subject: string): boolean => id.startsWith(localId(subject, ''));
