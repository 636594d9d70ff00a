/** Where the workflow service of the specification reads from: here always the platform itself. */
export interface FlowDatasource {
  readonly id: string;
  readonly name: string;
  /** Key of the dictionary `datasource-category`. */
  readonly category: string;
}

/** An entity of which something is approved. */
export interface FlowEntity {
  readonly tableName: string;
  readonly tableComment: string;
}

/** A field of such an entity. */
export interface FlowColumn {
  readonly columnName: string;
  readonly columnType: string;
  readonly columnComment: string;
  readonly isPk: boolean;
}

/** A step that opens an approval. */
export interface FlowProcess {
  /** `<entity>.<transition>`. */
  readonly processKey: string;
  readonly processName: string;
  readonly entity: string;
  readonly entityName: string;
  readonly transition: string;
}

/** What such a step asks. */
export interface FlowFormField {
  readonly field: string;
  readonly title: string;
  readonly type: string;
  readonly required: boolean;
}

/** What came of starting one. */
export interface StartedProcess {
  readonly entity: string;
  readonly recordId: string;
  /** The request that it opened; null where nobody had to approve. */
  readonly requestId: string | null;
  readonly status: string | null;
}
