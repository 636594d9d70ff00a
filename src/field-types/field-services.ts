import { createContext, useContext } from 'react';
import type { WireFile } from '../core/wire/contract.ts';
import type { GrantablePage } from '../core/wire/menu.ts';
import type { ChoiceAnswer } from '../core/wire/operations.ts';

/** A record that can be chosen. */
export type RecordChoice = Omit<ChoiceAnswer, 'parentId'>;

/** A record of a tree, with those below it. */
export interface TreeChoice extends RecordChoice {
  readonly children?: readonly TreeChoice[] | undefined;
}

/** Steps of one upload. */
export interface UploadProgress {
  readonly status: 'uploading' | 'done' | 'error';
  /** 0 to 100. */
  readonly percent: number;
  readonly stored?: WireFile | undefined;
  readonly message?: string | undefined;
}

/** A record's own page: its address, and how to go there without loading the application again. */
export interface RecordPage {
  readonly href: string;
  readonly open: () => void;
}

/** For which field of which record is chosen: what it may hold is offered, and to a filter what a list names. */
export interface ChoicePlace {
  /** `entity.field`, of a column of a table `entity.table.column`. */
  readonly field: string;
  /** Id of the record, and its values that the condition of the reference reads; undefined for a filter. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** What field views need from outside; the runtime provides it from the API, tests provide their own. */
export interface FieldServices {
  /** Records of an entity whose name contains the keyword, at most 20; those that the place may hold where one is given. */
  searchRecords(
    target: string,
    keyword: string,
    signal: AbortSignal,
    place?: ChoicePlace,
  ): Promise<readonly RecordChoice[]>;
  /** All records of a tree entity. */
  treeRecords(target: string, signal: AbortSignal, place?: ChoicePlace): Promise<readonly TreeChoice[]>;
  /** Names of records that are known by id; of those alone that the place may hold where one is given. */
  recordLabels(
    target: string,
    ids: readonly string[],
    signal: AbortSignal,
    place?: ChoicePlace,
  ): Promise<readonly RecordChoice[]>;
  departments(signal: AbortSignal): Promise<readonly TreeChoice[]>;
  roles(signal: AbortSignal): Promise<readonly TreeChoice[]>;
  posts(signal: AbortSignal): Promise<readonly RecordChoice[]>;
  /** People whose name or account contains the keyword, of the departments or with the role where they are given. */
  people(
    query: {
      readonly keyword: string;
      readonly deptIds?: readonly string[] | undefined;
      readonly roleId?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<readonly RecordChoice[]>;
  grantablePages(signal: AbortSignal): Promise<readonly GrantablePage[]>;
  /** Sends a file and reports each step; never throws. */
  upload(file: File, report: (progress: UploadProgress) => void, signal: AbortSignal): Promise<void>;
  /** Deletes a file that no record holds yet; false where one holds it. Throws after the person was told. */
  removeFile(attachId: string): Promise<boolean>;
  /** Content of a stored file, for thumbnails, the viewer and players. */
  readFile(file: WireFile, signal: AbortSignal): Promise<Blob>;
  /** Address of a record's own page; undefined, or missing, where it has none. */
  recordLink?(id: string): string | undefined;
  /** The page of a record of another entity; undefined, or missing, where this person has none. */
  recordPage?(target: string, id: string): RecordPage | undefined;
  /** Name of the person who is signed in; undefined where it is not known. */
  readonly myName?: string | undefined;
  /** Hands a stored file to the browser's downloads. */
  download(file: WireFile): Promise<void>;
}

const FieldServicesContext = createContext<FieldServices | undefined>(undefined);

export const FieldServicesProvider = FieldServicesContext.Provider;

/** The services around a field view. */
export function useFieldServices(): FieldServices {
  const services = useContext(FieldServicesContext);
  if (services === undefined) throw new Error('FieldServicesProvider is missing above a field view');
  return services;
}
