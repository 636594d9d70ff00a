/* Generated from schemas/meta/entity.schema.json by `npm run metadata -- types`. Do not edit. */

/**
 * A permanent name: letters and digits, beginning with a letter. Map keys of this form are identities.
 */
export type Key = string;
/**
 * Text shown to people, in Chinese; other languages are looked up by the id of the thing it belongs to.
 */
export type Text = string;
/**
 * A call: `METHOD path`, or with its way of passing arguments.
 */
export type Operation =
  | string
  | {
      /**
       * Method and path under the base, or with `/` in front under the service.
       */
      call: string;
      /**
       * What the call does; default its name.
       */
      does?:
        | 'page'
        | 'list'
        | 'tree'
        | 'detail'
        | 'save'
        | 'submit'
        | 'remove'
        | 'updateStatus'
        | 'enable'
        | 'disable'
        | 'dictionary'
        | 'states'
        | 'select'
        | 'choices'
        | 'count'
        | 'history'
        | 'transition'
        | 'todo'
        | 'sendList'
        | 'vote'
        | 'statistics'
        | 'calculate'
        | 'recalculation'
        | 'recalculate'
        | 'print'
        | 'revoke';
      /**
       * Where arguments travel. Default query for GET and DELETE, json for others; `remove` and `updateStatus` take query and body.
       */
      arguments?: 'query' | 'json' | 'form' | 'path';
      button?: Key;
      dict?: DictCode;
      transition?: Key;
      vote?: Key;
      where?: Expression;
      /**
       * For `calculate`: what the call takes (all of it must be given) and, where a property is computed, what it answers.
       */
      properties?: {
        [k: string]: Property;
      };
      /**
       * For `calculate`: conditions over what was given and computed; the first that fails refuses the call.
       */
      rules?: Rule[];
      /**
       * Fields answered.
       */
      fields?: Key[];
    };
/**
 * Code of a dictionary in schemas/dictionaries.
 */
export type DictCode = string;
/**
 * An expression of the dialect (docs/dialect/expressions.md lists names and functions). It is parsed and type-checked, never run as code.
 */
export type Expression = string;
/**
 * Meaning-bearing colour; red, orange, yellow and blue are the four risk grades.
 */
export type Color = 'default' | 'red' | 'orange' | 'yellow' | 'blue' | 'green';
/**
 * Key of a state or option; digits are allowed because the standards number them.
 */
export type OptionKey = string;
/**
 * Who may act.
 */
export type Actor =
  | ('creator' | 'system' | 'everyone')
  | {
      /**
       * Role code, or `@` and a group of roles: an entry for each role of it. The button right is needed besides.
       */
      role: string;
    }
  | {
      /**
       * Post code.
       */
      post: string;
    }
  | {
      head: Key;
      up?: Up;
    }
  | {
      superior: Key;
      up?: Up;
    }
  | {
      field: Key;
    }
  | {
      proposal: Key;
    }
  | {
      row: Key;
    }
  | {
      expression: Expression;
    };
/**
 * Steps further up, 0 to 10, from head to head: a department without a head in use is no step, and nobody is met twice. Beyond the top the topmost head remains. `times`, in `notify` of a timer with `every`, is 0 when it first fires and one more each time that it repeats.
 */
export type Up = number | 'times';
/**
 * People whom a step, a vote or a field must not share: fields that hold people, `creator`, and where there are votes `votes`.
 *
 * @minItems 1
 */
export type Distinct = Key[];
/**
 * Who may write a row; any of them.
 *
 * @minItems 1
 */
export type RowActors = (
  | {
      row: Key;
    }
  | Actor
)[];
/**
 * Who may act; any of them.
 *
 * @minItems 1
 */
export type Actors = Actor[];
/**
 * Code of a page or menu entry.
 */
export type Code = string;
/**
 * A column: a field, or a field with its width.
 */
export type Column =
  | Key
  | {
      field: Key;
      /**
       * Width in px.
       */
      width?: number;
      /**
       * Side it is kept at when the table scrolls.
       */
      pin?: 'left' | 'right';
      /**
       * Whether it is hidden until chosen. Default false.
       */
      hidden?: boolean;
      /**
       * Whether the list sums the column over all rows that the filters let in; for stored numbers. Default false.
       */
      total?: boolean;
    };
/**
 * By what they are told. Default the inbox alone; others go out by the company's connectors of the same name.
 *
 * @minItems 1
 *
 * Items: Way by which notices reach people.
 */
export type Channels = ('inbox' | 'sms' | 'webhook')[];
/**
 * Where a step is taken. The person proves it by the coordinates of his device, by the tag of the place, or by a photo with the reason why there are none; the server judges it, the history says which it was, and what is sealed holds it. `true`: the place is noted and not compared; a condition: it is noted where that holds.
 */
export type SitePlace = boolean | Expression | ComparedPlace;
/**
 * Rows seen: whole tenant, department and below, department, own, or none.
 */
export type ScopeName = 'tenant' | 'departmentTree' | 'department' | 'own' | 'none';
/**
 * Right on a field.
 */
export type Access = 'hidden' | 'masked' | 'read' | 'write';

/**
 * The Anlan dialect, version 1: one file says everything about an entity.
 */
export interface Entity {
  /**
   * Path of this file, for editors.
   */
  $schema?: string;
  /**
   * Version of the dialect. A file of an unknown version is refused by name.
   */
  dialect: 1;
  entity: Key;
  id?: Key;
  title: Text;
  /**
   * Note for implementers.
   */
  description?: string;
  /**
   * Whose data it is: the tenant's, the platform's (global), or the platform's unless the tenant has its own (inherited). Default tenant.
   */
  scope?: 'tenant' | 'global' | 'inherited';
  label?: Key;
  /**
   * Fields told behind the label where a record is chosen, to tell two of the same name apart, and in lists of tasks, where a number alone says nothing; dates and numbers with their titles. Default none.
   *
   * @maxItems 4
   */
  labelDetail?: Key[];
  /**
   * Makes the records a tree.
   */
  tree?: {
    parent: Key;
  };
  /**
   * At most some hundred rows, shipped to the browser; lookup() may read it. Default false.
   */
  small?: boolean;
  /**
   * The designer may not change it: login or the core relies on it. Default false.
   */
  locked?: boolean;
  companion?: Key;
  api: Api;
  /**
   * Only the platform itself writes it: there is no save, submit or remove. Default false.
   */
  readOnly?: boolean;
  /**
   * The server's database role may only insert rows, never change or remove them. Default false.
   */
  appendOnly?: boolean;
  /**
   * Fields by which row scopes find the record's people, its creator besides. Default its creator and the creator's department.
   */
  owners?: {
    /**
     * User fields.
     */
    users?: Key[];
    /**
     * Department fields.
     */
    depts?: Key[];
    /**
     * Whether whoever made the record is one of its people beside those of `users`. Default true.
     */
    creator?: boolean;
  };
  parent?: Parent;
  anonymous?: Anonymous;
  /**
   * What people without login may send, by a link that somebody prints as a QR code: a record of nobody's. Whoever has the button `publicLink` on a page makes, prints and revokes links. Its sender gets a code by which he sees in which state it is, and nothing else. Default nothing.
   */
  public?: {
    /**
     * Fields that are entered, in order: texts, numbers, choices, dates, and at most one upload, which takes pictures. They ask for what `required` of the record names.
     *
     * @minItems 1
     * @maxItems 12
     */
    add: Key[];
    /**
     * Reports by one link within an hour; more are refused in words.
     */
    perHour: number;
    accept: Key;
    fire?: Key;
    when?: Expression;
    title?: Text;
  };
  /**
   * What anybody who has the id of a record reads of it without login, as a screen at the gate does: these fields, while the condition holds, and nothing else. Default nothing.
   */
  published?: {
    /**
     * Fields that are read: texts, numbers, choices and dates that no right and no mask hides.
     *
     * @minItems 1
     * @maxItems 20
     */
    fields: Key[];
    /**
     * References by which they are read together: whoever has the id of the record that one of them names reads all that name it, as a screen reads its programs. Default none.
     *
     * @minItems 1
     * @maxItems 4
     */
    by?: Key[];
    when: Expression;
  };
  /**
   * What sensors tell of its records: values that come in by HTTP or MQTT, each message signed by a source of the company. Every value is kept as long as the setting says, and the newest stands in the record, which nobody enters. Default nothing.
   */
  readings?: {
    tag: Key;
    source: Key;
    value: Key;
    quality: Key;
    time: Key;
    unit?: Key;
    /**
     * Limits that values may pass. Where the condition of one holds for as long as `delay` says, `raise` is fired on the record as system; once its `until` holds afterwards, `back`. Each limit goes by itself, and on after a restart. Default none.
     */
    limits?: {
      /**
       * The limits, over the record's own stored fields; the value is the new one.
       *
       * @minItems 1
       * @maxItems 12
       */
      of: {
        /**
         * Which limit it is: a choice of the field `into`.
         */
        limit: string;
        when: Expression;
        until: Expression;
        at?: Key;
      }[];
      delay?: Key;
      unless?: Expression;
      /**
       * Silence as a limit: a record that takes values and has had its last one for longer than `after` says has passed it, by the clock alone; it is back with its next value. A record that never gave one is not silent. Default nobody is told.
       */
      silence?: {
        /**
         * Which limit silence is: a choice of the field `into`.
         */
        limit: string;
        after: Expression;
      };
      into: Key;
      raise: Key;
      back: Key;
    };
    /**
     * States in which a record takes values. Default all.
     *
     * @minItems 1
     */
    states?: OptionKey[];
  };
  record: RecordSchema;
  /**
   * Uniqueness.
   */
  unique?: {
    [k: string]: Unique;
  };
  /**
   * Further indexes.
   */
  indexes?: {
    [k: string]: Index;
  };
  form?: Form;
  detail?: Detail;
  /**
   * Menu pages over the entity.
   */
  pages?: {
    [k: string]: Page;
  };
  /**
   * Buttons of its own.
   */
  actions?: {
    [k: string]: Action;
  };
  /**
   * States of the record.
   */
  states?: {
    [k: string]: State;
  };
  /**
   * Steps between states.
   */
  transitions?: {
    [k: string]: Transition;
  };
  /**
   * What a save does besides, for an entity without states.
   */
  effects?: {
    [k: string]: Effect;
  };
  schedule?: Schedule;
  /**
   * Sets of figures of which formulas are made that people write into fields of the type `formula`.
   */
  figures?: {
    [k: string]: Figures;
  };
  series?: Series;
  /**
   * Records that are not taken away when they are removed: a transition is fired on them instead, as the platform, and they stay.
   */
  retire?: {
    when: Expression;
    fire: Key;
  };
  /**
   * Conditions for removal.
   */
  remove?: Guard[];
  permissions?: Permissions;
  statistics?: Statistics;
  print?: Print;
  import?: Intake;
  export?: Transfer;
  /**
   * Name of the server rules (server/areas/<area>/<entity>.rules.ts) that the entity relies on.
   */
  rules?: string;
  /**
   * Permanent ids of fields that the file no longer has. Their columns stay, with what records hold, until `metadata apply --consent`; no other field takes such an id.
   */
  removed?: Key[];
  removedStates?: Replaced;
  /**
   * Examples that the tests run.
   */
  examples?: Example[];
}
/**
 * Where the entity's calls live: /api/{p}-<service>/<base>/….
 */
export interface Api {
  /**
   * Service name without prefix.
   */
  service: string;
  /**
   * Path of the entity under the service.
   */
  base: string;
  /**
   * Calls that differ from the standard ones or add to them. Standard: page, detail, save, submit, remove, updateStatusById, enable and disable, one per transition.
   */
  operations?: {
    [k: string]: Operation;
  };
}
/**
 * One field of a record: a JSON Schema with the dialect's words.
 */
export interface Property {
  title: Text;
  /**
   * Field type: what the value is, never which widget draws it. One folder under src/field-types each.
   */
  field: string;
  id?: Key;
  /**
   * JSON type of the value on the wire. Default what `field` alone tells: `string` of a text, `number` of a number and of what is computed with a `scale`, `array` with `multiple`; written where there is another choice (`integer`, `boolean`) and by field types from outside.
   */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /**
   * Form of a text value: `date` YYYY-MM-DD, `date-time` YYYY-MM-DD HH:mm:ss in the tenant's zone, `time` HH:mm. Of a computed number: `minutes`, read as days, hours and minutes.
   */
  format?: 'date' | 'date-time' | 'time' | 'minutes';
  /**
   * Note for implementers and OpenAPI.
   */
  description?: string;
  hint?: Text;
  placeholder?: Text;
  /**
   * Unit shown inside the field (万元, h, %vol).
   */
  unit?: string;
  /**
   * Shortest text, in characters.
   */
  minLength?: number;
  /**
   * Longest text, in characters. Default 255 for input, 2000 for textarea, with the markup 100000 for richText.
   */
  maxLength?: number;
  /**
   * Most characters of a rich text without its markup. Default 20000.
   */
  maxTextLength?: number;
  /**
   * Smallest number.
   */
  minimum?: number;
  /**
   * Largest number.
   */
  maximum?: number;
  /**
   * Fewest entries.
   */
  minItems?: number;
  /**
   * Most entries; default 6 for upload, 99 for org select.
   */
  maxItems?: number;
  /**
   * Whether entries must differ. Default true for choices.
   */
  uniqueItems?: boolean;
  items?: Items;
  /**
   * Digits in all, of a decimal. Default 15.
   */
  precision?: number;
  /**
   * Digits after the point, exact, rounded half away from zero. Default 0.
   */
  scale?: number;
  /**
   * Whether the number is read with every digit of its `scale` (`200.00`), as money is. Default no: zeros at the end of its decimals are left out.
   */
  fixedDecimals?: boolean;
  /**
   * Regular expressions that a text must match, each with its message.
   *
   * @maxItems 10
   */
  patterns?: Pattern[];
  /**
   * Named check of a text (system.md §0).
   */
  check?:
    | 'mobile'
    | 'landline'
    | 'phone'
    | 'idCard'
    | 'chineseName'
    | 'email'
    | 'url'
    | 'number'
    | 'creditCode'
    | 'casNo'
    | 'password';
  dict?: DictCode;
  /**
   * Choices where no dictionary is shared.
   */
  options?: {
    [k: string]: Option;
  };
  removedOptions?: Replaced;
  convert?: Expression;
  ref?: Reference;
  /**
   * What an org select chooses: departments, roles, users, departments with users (a department taken stands for its people of that moment; users are kept), or posts.
   */
  org?: 'dept' | 'role' | 'user' | 'deptUser' | 'post';
  /**
   * Whether several may be chosen; the value is then an array. Default false.
   */
  multiple?: boolean;
  /**
   * Literal value of a new record.
   */
  default?: unknown;
  defaultFrom?: Expression;
  compute?: Expression;
  /**
   * Who fills the field where no person does: `rules`, the server rules that the entity names. It cannot be entered, and forms show what is stored.
   */
  by?: 'rules';
  /**
   * Computed dictionary value; first branch that holds.
   *
   * @minItems 1
   */
  cases?: Case[];
  /**
   * What formulas of the field may say.
   */
  formula?: {
    /**
     * Type that a formula has to give. Default number.
     */
    gives?: 'number' | 'boolean';
    /**
     * Set of figures of the entity.
     */
    names: string;
  };
  rollup?: Rollup;
  override?: Override;
  /**
   * A running total: what all records of the same `by` up to this one, in `order`, add up to. It is made when a record is read, over all records and not only those of a page or filter. Pages that show it sort by `order`.
   */
  running?: {
    sum: Expression;
    /**
     * Fields whose values the records have in common. Default none: all records of the company.
     *
     * @maxItems 4
     */
    by?: Key[];
    order: Key;
  };
  visible?: Expression;
  requiredWhen?: Expression;
  disabledWhen?: Expression;
  fixedWhen?: Expression;
  /**
   * Moment from which the field has to be filled (`required`, `requiredWhen`) and to keep its limits, `YYYY-MM-DD HH:mm:ss`: records that were made before are held to it only where the field itself changes. Default: all records. Not of a column, whose rows have no past.
   */
  since?: string;
  /**
   * Conditions over the record, checked with this field.
   */
  rules?: Rule[];
  /**
   * What is said behind the value, by a word with a colour, where a condition holds: out of range, overdue, soon due. The first that holds, in lists, cards, details and on paper; nothing where the reader does not see what the condition names.
   *
   * @minItems 1
   * @maxItems 6
   *
   * Items: One word.
   */
  tone?: {
    when: Expression;
    title: Text;
    color: Color;
    left?: Key;
  }[];
  /**
   * The value is taken and never given back (passwords). Default false.
   */
  writeOnly?: boolean;
  /**
   * Of passwords: stored sealed by the company's key instead of hashed, for what the platform itself has to show elsewhere, such as the secret of a gateway; the rules for people's passwords do not bind it. Default false.
   */
  sealed?: boolean;
  /**
   * How a masked reader sees the value.
   */
  mask?: 'phone' | 'idCard' | 'name' | 'all';
  distinct?: Distinct;
  /**
   * Whether lists, exports, rows of another record and histories show the value by `mask` to everybody, and whole only the record itself, to whoever may read it; each such look stands in the log. Default false.
   */
  maskInLists?: boolean;
  /**
   * Whether forms, details and lists leave the field out; its values are kept. Default false.
   */
  hidden?: boolean;
  /**
   * What login and the core rely on: overlays and the designer may not change it. Default false.
   */
  locked?: boolean;
  /**
   * Whether an index supports filters and sorting on it. Default: fields that a page filters by.
   */
  index?: boolean;
  /**
   * Whether the quick search of lists looks into it, of a reference into the name of the record behind it. Default: the record's label.
   */
  quickSearch?: boolean;
  /**
   * Whether its text may be one that the product ships: of a setting or a row of `schemas/rows`. Readers in another language see the translation of such a text; what people wrote stays as it is. Default false.
   */
  shipped?: boolean;
  /**
   * Key of a hidden `json` field that holds this text in other languages, `{"en-US": {"title": "…"}}`, written by the platform together with the text. Readers see it in their language, and searches look into both.
   */
  worded?: string;
  /**
   * What a place on the map is: `point` {lng, lat}, or `polygon` {points} of 3 to 200 corners, closed by itself, whose lines do not cross. Default `point`.
   */
  shape?: 'point' | 'polygon';
  /**
   * How a date is entered and shown: by the year or the month its first day is kept (`YYYY`, `YYYY-MM`); with `format: date-time` to the minute or the second. Default `YYYY-MM-DD`, of a date-time `YYYY-MM-DD HH:mm`.
   */
  dateFormat?: 'YYYY' | 'YYYY-MM' | 'YYYY-MM-DD' | 'YYYY-MM-DD HH:mm' | 'YYYY-MM-DD HH:mm:ss';
  /**
   * File extensions taken, lower case without a dot.
   *
   * Items: Extension.
   */
  accept?: string[];
  /**
   * How files are shown. picture-card takes jpeg, png and jpg only.
   */
  listType?: 'text' | 'picture' | 'picture-card';
  /**
   * Largest file in bytes. Default 104857600 (100 MB).
   */
  maxSize?: number;
  /**
   * What kind of files an upload takes: `image` pictures (jpeg, jpg, png), `video` films (mp4, m4v, mov, webm; at most 5, no name twice). Default any.
   */
  media?: 'image' | 'video';
  /**
   * When a file of an upload counts as there already: `file` same name and time of the last change, `name` same name alone (the older form). Default `file`; `name` for videos.
   */
  duplicate?: 'file' | 'name';
  /**
   * Width in pixels that pictures and videos of an upload must have. Default: not checked.
   */
  mediaWidth?: number;
  /**
   * Height in pixels that pictures and videos of an upload must have. Default: not checked.
   */
  mediaHeight?: number;
  /**
   * Width to height that pictures and videos of an upload must have, as `16:9`; a pixel off is let pass. Default: not checked.
   */
  mediaRatio?: string;
  /**
   * Largest picture and largest film of an upload in megabytes, over the company's settings alone; `maxSize` holds besides. Default `maxSize`.
   */
  mediaSize?: {
    image?: Expression;
    video?: Expression;
  };
  /**
   * Whether each refused file of a batch is named with its reason, and not only the first reason told. Default false.
   */
  eachError?: boolean;
  end?: Key;
  endOf?: Key;
  serial?: Serial;
  /**
   * Offers, while the field is empty, what the person entered in it in his own last records, newest first; nothing is filled in before he presses it.
   */
  recent?: {
    /**
     * Fields in which those records have to say the same as this one. Default none.
     *
     * @minItems 1
     */
    by?: Key[];
  };
  filterAs?: Key;
  parentField?: Key;
  /**
   * Lines of a textarea. Default 3.
   */
  rows?: number;
  /**
   * On a column of a sub-table: what its last line says of the cells that are filled. `sum` and `avg` of numbers, `max` and `min` of numbers, dates and times, `count` of any. Default none.
   */
  total?: 'sum' | 'avg' | 'count' | 'max' | 'min';
  /**
   * Width in a form. Default by field type.
   */
  span?: 'one' | 'full';
  /**
   * Options of a field type added from outside; checked by that type.
   */
  props?: Record<string, unknown>;
}
/**
 * Entries of an array: plain values, or rows of a sub-table.
 */
export interface Items {
  /**
   * Type of an entry.
   */
  type: 'string' | 'number' | 'integer' | 'object';
  /**
   * Columns that must be filled.
   */
  required?: Key[];
  /**
   * Columns of the rows, in order.
   */
  properties?: {
    [k: string]: Property;
  };
  /**
   * Rows of a table that stand in the record's own line of a spreadsheet, a column for each, and not on a sheet of their own: short tables that everybody writes so, such as the choices of a question.
   */
  across?: {
    by: Key;
    /**
     * Its values, a column of the sheet for each, in order. A cell that is filled is a row.
     *
     * @minItems 1
     * @maxItems 20
     */
    values: string[];
    cell: Key;
    tick?: Key;
    title?: Text;
  };
  /**
   * Permanent ids of columns that the rows no longer have. Rows keep what they hold until they are saved anew.
   */
  removed?: Key[];
}
/**
 * A regular expression with its message.
 */
export interface Pattern {
  /**
   * Regular expression (ECMAScript, u flag), matched against the whole text if anchored. Catastrophic ones are refused.
   */
  pattern: string;
  message: Text;
}
/**
 * One choice of a field; its key is its permanent id.
 */
export interface Option {
  title: Text;
  /**
   * Position in lists and for rank(); smaller is earlier.
   */
  order: number;
  color?: Color;
  id?: OptionKey;
  /**
   * Shown but no longer chosen. Default false.
   */
  sealed?: boolean;
  parent?: OptionKey;
  /**
   * Icon in front of its name where records are read. Default none.
   */
  icon?: string;
}
/**
 * Permanent keys that are gone, each with the permanent key of the one that takes its place.
 */
export interface Replaced {
  [k: string]: OptionKey;
}
/**
 * A reference to records of another entity, kept by a composite foreign key (tenant, id).
 */
export interface Reference {
  entity: Key;
  where?: Expression;
  /**
   * What a record has to be to be chosen. One that is not stays in the list, cannot be chosen, and says why: the words of the first rule that does not hold. Names as in `where`. The server refuses it in the same words where a person chooses it newly.
   *
   * @minItems 1
   * @maxItems 10
   */
  rules?: Guard[];
  label?: Key;
  /**
   * Order in which records are offered: stored fields of the target, `-` in front for descending. Default by what is shown; a tree keeps its own.
   *
   * @minItems 1
   *
   * Items: Field, with `-` for descending.
   */
  sort?: string[];
  /**
   * Fields of the target told behind the label where one is chosen here. Default the target's `labelDetail`.
   *
   * @minItems 1
   * @maxItems 4
   */
  detail?: Key[];
  /**
   * What removal of the target does. Default `restrict` refuses it; `clear` empties this field.
   */
  onRemove?: 'restrict' | 'clear';
}
/**
 * A condition for an act, and what to say where it does not hold.
 */
export interface Guard {
  when: Expression;
  else: Text;
  elseFrom?: Expression;
}
/**
 * One branch of a computed dictionary value; the first branch whose condition holds gives the value.
 */
export interface Case {
  when?: Expression;
  /**
   * Value of the branch: a key of the field's dictionary or options.
   */
  value: string;
}
/**
 * A figure over the records of another entity that refer to this one, kept in a column: it can be shown, filtered, sorted, indexed and asked for in conditions. One of `sum`, `count`, `avg`, `minOf`, `maxOf`, `newest` says how; names are fields of the other entity, `parent.x` is this record. Each write of one of those records brings the column up to date in the same transaction; the version of this record stays.
 */
export interface Rollup {
  of: Key;
  by: Key;
  /**
   * Number of records.
   */
  count?: true;
  sum?: Expression;
  avg?: Expression;
  minOf?: Expression;
  maxOf?: Expression;
  newest?: Expression;
  order?: Expression;
  where?: Expression;
  /**
   * `later` where very many records refer to one: what has changed is noted and brought up to date within seconds, and until then the value is shown as settling. Default `now`.
   */
  when?: 'now' | 'later';
  /**
   * `day` where the clock is read: all values are brought up to date when the day changes.
   */
  refresh?: 'day';
}
/**
 * Who may put a value in place of the one that `compute` or `cases` gives. The field holds the value in effect, which lists, filters, statistics and conditions read. Beside it stand `<field>Computed` (what the system computes), `<field>Override` (what a person put in its place), `<field>OverrideReason` (why, with `reason`) and `<field>OverrideBy` (who); they are fields like others and can be named. When inputs change, the computed value moves on and the other stays, in effect as long as `when` holds.
 */
export interface Override {
  /**
   * Who may, besides having to be allowed to edit the record: people told by their role, by a field of the record or by a condition over it, its creator, or everyone.
   *
   * @minItems 1
   */
  who: Actor[];
  when?: Expression;
  /**
   * Whether a reason is asked for. Default false.
   */
  reason?: boolean;
}
/**
 * A condition that must hold, and what to say where it does not.
 */
export interface Rule {
  when: Expression;
  else: Text;
  at?: Key;
  /**
   * Moment from which the rule holds, `YYYY-MM-DD HH:mm:ss`: records that were made before are held to it only where a field that it reads changes. Default: all records. Not in the rules of a column, whose rows have no past.
   */
  since?: string;
}
/**
 * How a serial number is made; it is given by the server on the first save.
 */
export interface Serial {
  /**
   * Text in front.
   */
  prefix?: string;
  prefixFrom?: Expression;
  /**
   * Date part. Default none.
   */
  date?: 'yyyy' | 'yyyyMM' | 'yyyyMMdd';
  /**
   * Digits of the running number, restarted with each date part. Default 4.
   */
  digits?: number;
}
/**
 * Makes the entity a child: its records belong to one parent record and are removed with it.
 */
export interface Parent {
  entity: Key;
  field: Key;
  create?: Write;
  edit?: Write;
  remove?: Write;
  /**
   * Rows it is filled with from a library.
   */
  seed?: {
    from: Key;
    where?: Expression;
    /**
     * Field to expression.
     */
    map?: {
      [k: string]: Expression;
    };
    /**
     * Fields of a row from the library that people enter; all others stay as the library gave them. The rows then stand in the form of their record from the moment it is begun, and are saved with it. The library must be `small`.
     *
     * @minItems 1
     */
    entered?: Key[];
  };
  /**
   * Whether seeded rows cannot be removed. Default false.
   */
  lockRows?: boolean;
  /**
   * Its rows are steps one after the other: on the record's page they are drawn as such above their table, in the order of the page of theirs, each with its label and what these fields of it say; on a phone their cards stand in that order.
   *
   * @minItems 1
   */
  chain?: Key[];
  /**
   * Offers, while a record's form has none of these rows, those of the person's own last record; nothing is filled in before he presses it.
   */
  recent?: {
    /**
     * Fields of the parent in which that record has to say the same as this one. Default none.
     *
     * @minItems 1
     */
    by?: Key[];
  };
}
/**
 * Who may, and when.
 */
export interface Write {
  who?: RowActors;
  when?: Expression;
  /**
   * Fields of the row that may be written so; default all. Only of `edit`.
   *
   * @minItems 1
   */
  fields?: Key[];
}
/**
 * Records whose author nobody is told: he is sealed by the tenant's key when the record is first saved, and stands everywhere as 匿名. He still sees his records, acts on them as `creator` and is told of them.
 */
export interface Anonymous {
  when: Expression;
  /**
   * Fields that are sealed besides creator and his department: whatever else tells who he is. Default none.
   */
  hide?: Key[];
  open: Actors;
}
/**
 * The record: a JSON Schema of what is stored and sent.
 */
export interface RecordSchema {
  /**
   * Always object.
   */
  type: 'object';
  /**
   * Fields that must be filled when the record leaves a draft.
   */
  required?: Key[];
  /**
   * Fields, in order. A key is the field's permanent id.
   */
  properties: {
    [k: string]: Property;
  };
}
/**
 * Values that may occur once in a tenant among records not removed.
 */
export interface Unique {
  /**
   * Fields.
   *
   * @minItems 1
   */
  fields: Key[];
  /**
   * Whether texts that differ only in the case of their letters count as the same. Default false.
   */
  ignoreCase?: boolean;
  where?: Expression;
  else: Text;
  elseFrom?: Expression;
}
/**
 * An index.
 */
export interface Index {
  /**
   * Fields.
   *
   * @minItems 1
   */
  fields: Key[];
}
/**
 * How the record is entered.
 */
export interface Form {
  /**
   * Columns at full width (1440 px). Default 3.
   */
  columns?: number;
  /**
   * Where the form opens. Default `page` above 12 fields, else `drawer`.
   */
  open?: 'page' | 'drawer';
  /**
   * How two or more sections stand: below each other, behind tabs, as steps one after the other, or as panels that fold. Default `sections`.
   */
  layout?: 'sections' | 'tabs' | 'steps' | 'collapse';
  /**
   * Parts of the form, in order. Fields that no section names follow in a last one.
   */
  sections?: {
    [k: string]: Section;
  };
  /**
   * Conditions over the whole record.
   */
  rules?: Rule[];
}
/**
 * A part of a form and of the detail page.
 */
export interface Section {
  title: Text;
  /**
   * Fields, in order.
   */
  fields: Key[];
  id?: Key;
  visible?: Expression;
  /**
   * Columns at full width. Default the form's.
   */
  columns?: number;
  /**
   * Whether forms and details leave the section and its fields out; their values are kept. Default false.
   */
  hidden?: boolean;
  /**
   * Whether it starts folded. Default false.
   */
  folded?: boolean;
}
/**
 * How the record is read; by default the form's sections.
 */
export interface Detail {
  /**
   * Fields shown beside the title.
   */
  header?: Key[];
  /**
   * Parts of the page, in order.
   */
  sections?: {
    [k: string]: Section;
  };
  /**
   * Lists of records that refer to this one, shown below it to those who may see their page.
   */
  related?: {
    [k: string]: Related;
  };
  tree?: TreePlace;
}
/**
 * A list of records that refer to the record, with the columns of their page.
 */
export interface Related {
  title: Text;
  entity: Key;
  page: Code;
  field: Key;
  /**
   * Where records of the list are added and changed. `page`: on their own page, and back. `beside`: in a panel over this page, beside the tree, with rows of children and drafts as there; the list and the tree show at once what was saved, and the next record can follow in the same panel. Default `page`.
   */
  form?: 'page' | 'beside';
  /**
   * Fields of theirs that are entered in place, in columns of a table that opens over the list: by keys, pasted from a spreadsheet, as cards on a phone. Each row is a record and is saved as its form would save it; what is refused stays, with the reason at its cell. Default none: records are entered in their form alone.
   *
   * @minItems 1
   * @maxItems 20
   */
  grid?: Key[];
}
/**
 * Place of the record in the tree that stands beside its page: below the record that `of` names, above those whose entities name it by theirs. Each entity says its own place, so that the tree is the same from wherever it is looked at. It shows the way from the topmost record down to this one with what stands beside it, 50 of each kind at once, and reads the rest when it is opened; nobody sees in it what the pages named do not show him. Default none.
 */
export interface TreePlace {
  page: Code;
  of?: Key;
  tag?: Key;
}
/**
 * A menu page over the entity. Its key is the page code.
 */
export interface Page {
  title: Text;
  purpose?: Text;
  /**
   * Kind of page, or several between which a person switches over the same records, the usual one first. Default `list`, or `tree` for entities with a tree.
   */
  view?:
    | (
        | 'list'
        | 'tree'
        | 'single'
        | 'statistics'
        | 'board'
        | 'calendar'
        | 'timeline'
        | 'cards'
        | 'matrix'
        | 'walk'
        | 'hierarchy'
      )
    | (
        | 'list'
        | 'tree'
        | 'single'
        | 'statistics'
        | 'board'
        | 'calendar'
        | 'timeline'
        | 'cards'
        | 'matrix'
        | 'walk'
        | 'hierarchy'
      )[];
  where?: Expression;
  /**
   * Columns, in order; the first one opens the record.
   */
  columns?: Column[];
  /**
   * Filters, in order.
   */
  filters?: Key[];
  /**
   * Order: field keys, `-` in front for descending.
   *
   * Items: Field, with `-` for descending.
   */
  sort?: string[];
  /**
   * Buttons, in order: add, edit, delete, view, import, export, print, copy, a transition, or an action of the entity. Their button code is <page>_<action>.
   */
  actions?: Key[];
  /**
   * Default buttons of roles on this page; `everyone` stands for each signed-in user. A role's own record overrides it.
   */
  grants?: {
    /**
     * Actions granted.
     */
    [k: string]: Key[];
  };
  /**
   * Steps of which this page is the working place: what waits for them stands in front of its list, each record with since when, until when and what follows, for whoever is called, and all of it for whoever sees the records.
   */
  awaits?: {
    entity?: Key;
    /**
     * Transitions for which somebody is called, or that are voted on.
     *
     * @minItems 1
     */
    steps: Key[];
  };
  /**
   * A list at which somebody sits: what others changed is taken over by itself while the pointer is not over its rows, and how many records want an answer, those behind a figure, stands above them. Of pages that list records. Default it is asked whether changes are to be shown.
   */
  live?: {
    block: Key;
    measure: Key;
    respond?: Key;
    /**
     * Whether each record that comes to want an answer sounds once, in a hidden tab too, unless the person switched the sound off. Default false.
     */
    sound?: boolean;
  };
  /**
   * Whether the page has an approval variant (query mode=approval). Default false.
   */
  approval?: boolean;
  /**
   * Icon of the menu entry where the shipped arrangement does not place the page.
   */
  icon?: string;
  /**
   * Whether the menu hides the page. Default false.
   */
  hidden?: boolean;
  /**
   * Of pages of the kind `board`. Columns or groups, cards and countdowns of the board, and how a card is moved.
   */
  board?: {
    by?: Key;
    group?: Key;
    lanes?: Key;
    /**
     * Fields of a card, below the name of the record. Default the first 3 columns of the page.
     *
     * @maxItems 8
     */
    card?: Key[];
    /**
     * Fields of a card that stand without their name, large, right below that of the record. Default none.
     *
     * @maxItems 4
     */
    lead?: Key[];
    /**
     * Deadlines that a card counts down to by the clock of the server, the nearest first. Default none.
     *
     * @minItems 1
     * @maxItems 4
     *
     * Items: One deadline.
     */
    due?: {
      left: Key;
      title?: Text;
      when?: Expression;
      overdue?: Expression;
    }[];
    /**
     * Minutes before a deadline from which it stands out. Default 30.
     */
    soon?: number;
    /**
     * Of groups: fields whose values are counted above the cards, `status` or stored single choices that the page filters by; a press shows those alone. Default none.
     *
     * @maxItems 3
     */
    count?: Key[];
    /**
     * Of groups: states that are shown where the person chose none. Default all.
     *
     * @minItems 1
     */
    states?: OptionKey[];
    /**
     * Whether the board can fill the screen of a control room (F, and Esc to leave), without buttons; such a board reads again by itself. Default false.
     */
    wall?: boolean;
    /**
     * Of columns: transitions by which a card is dragged to another column, with the value of the column proposed. Default, where the columns are states, every transition that leads to the state; else none.
     *
     * @minItems 1
     */
    move?: Key[];
  };
  /**
   * Of pages of the kind `calendar`. When records begin, what colours them, and how an entry is moved.
   */
  calendar?: {
    from: Key;
    color?: Key;
    /**
     * Transitions by which an entry is dragged to another time, which is proposed; they ask for nothing else. Default none.
     *
     * @minItems 1
     */
    move?: Key[];
  };
  /**
   * Of pages of the kind `cards`. What stands on a card. Default the first 3 columns of the page, without a picture.
   */
  cards?: {
    cover?: Key;
    /**
     * Fields below the name of the record. Default the first 3 columns of the page.
     *
     * @maxItems 8
     */
    lines?: Key[];
  };
  /**
   * Of pages of the kind `hierarchy`. What stands in a box. Default the first 2 columns of the page.
   */
  hierarchy?: {
    /**
     * Fields in a box, below the name of the record. Default the first 2 columns of the page.
     *
     * @maxItems 4
     */
    lines?: Key[];
  };
  /**
   * Of pages of the kind `matrix`. What the rows and columns are, and what stands in a cell.
   */
  matrix?: {
    rows: Key;
    /**
     * Stored date whose days are the columns; `unique` says that each row has one record a day. At most 62 days are shown.
     */
    columns: string;
    /**
     * Fields that stand in a cell.
     *
     * @minItems 1
     * @maxItems 4
     */
    cells: Key[];
  };
  /**
   * Of pages of the kind `timeline`. When records begin, in which row they stand, what colours them, and how a bar is moved.
   */
  timeline?: {
    from: Key;
    rows: Key;
    color?: Key;
    /**
     * Transitions by which a bar is dragged to another time, which is proposed, and to another row where they ask for its field; they ask for nothing else. Default none.
     *
     * @minItems 1
     */
    move?: Key[];
  };
  /**
   * Of pages of the kind `walk`. What is gone through, point by point: the rows of a record (`rows` with `ask`), or the records of the page themselves, each answered by a step (`fire`). At most 300 points.
   */
  walk?: {
    rows?: Key;
    by?: Key;
    /**
     * Fields of the row that are read before it is answered. Default none beside its name.
     *
     * @maxItems 8
     */
    shows?: Key[];
    /**
     * Fields of the row that are asked, in order.
     *
     * @minItems 1
     * @maxItems 12
     */
    ask?: Key[];
    fire?: Key;
    sign?: Key;
    /**
     * Whether points that were opened once are answered without a network too: answers and photos stay on the device and go up by themselves, once, when there is one again. Default false.
     */
    offline?: boolean;
  };
}
/**
 * A button of the entity's own: confirm, form, call, refresh, message.
 */
export interface Action {
  title: Text;
  /**
   * Where it stands. Default row.
   */
  place?: 'toolbar' | 'row' | 'both' | 'batch';
  when?: Expression;
  confirm?: Text;
  /**
   * Fields asked for: fields of the record or own ones.
   */
  fields?: {
    [k: string]: Property;
  };
  /**
   * Operation that is called.
   */
  operation?: string;
  page?: Code;
  message?: Text;
  /**
   * Default false.
   */
  danger?: boolean;
  /**
   * Icon name.
   */
  icon?: string;
}
/**
 * A state of the record; the states are the dictionary of `status`.
 */
export interface State {
  title: Text;
  id?: OptionKey;
  /**
   * Position in lists.
   */
  order?: number;
  color?: Color;
  /**
   * State of a new record; exactly one.
   */
  initial?: boolean;
  /**
   * Whether `required` and rules wait until the record leaves it. Default false.
   */
  draft?: boolean;
  /**
   * Who may save in this state: true those with the edit button, or a list of actors. Default false, except in a draft.
   */
  edit?: boolean | Actors;
  /**
   * Fields that a record must have here besides those that it always must: on entering the state by whatever way, and on each save in it, a draft's too. Fields that do not exist for the record are not asked for.
   *
   * @minItems 1
   */
  required?: Key[];
  /**
   * Whether records in this state may be removed. Default true.
   */
  remove?: boolean;
  /**
   * What falls due while the record is here.
   */
  timers?: {
    [k: string]: Timer;
  };
  /**
   * Who is told that the record has come here from another state, by whatever way; whoever brought it here is not.
   */
  entered?: {
    when?: Expression;
    notify: Actors;
    by?: Channels;
    message: Text;
    detail?: Expression;
  };
  /**
   * What happens besides when a record has come here from another state, by whatever way: a transition, a request that opens or is rejected, a timer. In order, and before the effects of the transition that brought it here; `old.x` is the record before.
   */
  effects?: {
    [k: string]: Effect;
  };
}
/**
 * Something due at a time while the record is in a state or a level is open.
 */
export interface Timer {
  at: Expression;
  rows?: Key;
  every?: Expression;
  when?: Expression;
  fire?: Key;
  notify?: Actors;
  by?: Channels;
  message?: Text;
}
/**
 * What a transition, or coming to a state, does besides, in the same transaction, as system: `call`, `create`, `fire` or `set`.
 */
export interface Effect {
  when?: Expression;
  create?: Key;
  /**
   * Library of rows, one record is created for each.
   */
  from?: {
    entity: Key;
    where?: Expression;
    over?: Key;
    of?: Key;
    sample?: Expression;
    seed?: Expression;
  };
  fire?: Key;
  target?: Expression;
  /**
   * Instead of `target`: acts upon every record of an entity for which the condition holds, oldest first.
   */
  each?: {
    entity: Key;
    where: Expression;
  };
  /**
   * Field to expression.
   */
  values?: {
    [k: string]: Expression;
  };
  /**
   * Field of the target to expression.
   */
  set?: {
    [k: string]: Expression;
  };
  /**
   * Connector to which a message is sent once this has been saved: an item of the dictionary `connector`. Where it leads, and its secret, each company says in its records of connectors.
   */
  call?: string;
  /**
   * What the message says, by name: bare names are those of the record of `each`, where `parent.x` is this record, else of this record. What is masked, hidden from somebody or sealed is not sent.
   */
  send?: {
    [k: string]: Expression;
  };
  /**
   * Transitions of this record that the platform fires once it is known what has become of the messages. Default: nothing follows.
   */
  answer?: {
    done?: Key;
    failed?: Key;
    again?: Key;
    why?: Key;
  };
  /**
   * The created record is a copy of this one: a new version. `values` say what is otherwise. Never copied are states, signatures, numbers that the platform gives and what is computed.
   */
  copy?: {
    /**
     * Fields that are copied; files only where they are named. Default all that a person enters.
     *
     * @minItems 1
     */
    fields?: Key[];
    /**
     * Child entities whose rows are copied along. Default none.
     *
     * @minItems 1
     */
    rows?: Key[];
  };
}
/**
 * A step that a record can take. Its key is the call: POST <base>/<key>.
 */
export interface Transition {
  title: Text;
  id?: Key;
  /**
   * States it starts from; `[]` for an entity without states, whose records take the step at any time and have no request open.
   */
  from: OptionKey[];
  /**
   * State afterwards, or guarded ones, first that holds. Default: stays.
   */
  to?:
    | OptionKey
    | {
        when?: Expression;
        state: OptionKey;
      }[];
  who: Actors;
  /**
   * Guards: all must hold when it is fired, and again when it is granted.
   */
  when?: Guard[];
  distinct?: Distinct;
  offeredWhen?: Expression;
  /**
   * Who is called to take the step while a record stands where it starts. Default: whom `who` names over the record (people of a field, its creator, heads, superiors, people whom a condition compares with `me.userId`), else the holders of its roles and posts, where the step leads to another state, ends nothing (`danger`), does not start from a draft and is not `auto`. They have it in their list of tasks and are told once; it goes when anybody takes it. `none`: nobody is called, for what is done now and then. `call`: they are called although it leads nowhere else, or starts from a draft, which somebody else's step or a schedule made.
   */
  waits?:
    | ('none' | 'call')
    | {
        when?: Expression;
        from?: Expression;
        until?: Expression;
        title?: Text;
        then?: Text;
      };
  button?: Key;
  /**
   * Fields asked for when it fires.
   */
  fields?: {
    /**
     * How the field is asked.
     */
    [k: string]: {
      /**
       * Default false.
       */
      required?: boolean;
      title?: Text;
      /**
       * Whether it is asked anew each time: the dialog begins empty, and what the record already holds does not count. Default false.
       */
      anew?: boolean;
    };
  };
  /**
   * Fields of `fields` that are asked once where it is fired on several records at once: one signature for all that were ticked. The others keep what each record holds. All are fired or none, and the refusal names the record. Default: with fields asked it is fired on one record at a time.
   *
   * @minItems 1
   */
  together?: Key[];
  /**
   * Fields of the record that stand above what is asked, as they are: what whoever fires it has to see. Default none.
   *
   * @minItems 1
   */
  shows?: Key[];
  writes?: Key;
  /**
   * Field to expression; `row.x` is what the transition proposes.
   */
  set?: {
    [k: string]: Expression;
  };
  lock?: Expression;
  place?: SitePlace;
  scan?: Scan;
  /**
   * Tried again after any write to the record or its children. Default false.
   */
  auto?: boolean;
  approve?: Approve;
  /**
   * What it does besides, in order.
   */
  effects?: {
    [k: string]: Effect;
  };
  confirm?: Text;
  /**
   * Whether it destroys or ends something. Default false.
   */
  danger?: boolean;
  /**
   * Name of the call where it differs from the key.
   */
  operation?: string;
}
/**
 * It is compared with a place that the record names.
 */
export interface ComparedPlace {
  when?: Expression;
  within: Expression;
  metres?: Expression;
  tag?: Expression;
  name?: Expression;
}
/**
 * What proves that a person stands where the transition is fired: a code that he reads there, a time, a place. The server decides; the platform itself is not asked.
 */
export interface Scan {
  code: Key;
  /**
   * First and last moment at which it may be scanned, over the stored record. Default at any time.
   *
   * @minItems 2
   * @maxItems 2
   */
  window?: Expression[];
  /**
   * Metres around the record's place within which the person has to be. Default anywhere.
   */
  within?: number;
  place?: Key;
  show?: Actors;
}
/**
 * Approval of a transition: it opens a request, and the transition happens when it is granted.
 */
export interface Approve {
  pending?: OptionKey;
  /**
   * What opening the request does to the record. It stays so whatever becomes of the request.
   */
  opens?: {
    when?: Expression;
    to?: OptionKey;
    /**
     * Field to expression.
     */
    set?: {
      [k: string]: Expression;
    };
  };
  /**
   * Levels, in order.
   */
  levels?: {
    [k: string]: Level;
  };
  /**
   * Levels from a small entity, tenant data.
   */
  from?: {
    entity: Key;
    where?: Expression;
    /**
     * Whether they take the place of `levels` while a row applies: the shipped levels stand where a company has set none. Default false: they follow the levels.
     */
    instead?: boolean;
    /**
     * Whether only those who vote at a level may take its tasks over. Default false.
     */
    qualified?: boolean;
    /**
     * What the values of a choice field of the rows stand for: who votes, from the record. People that a row names itself come first.
     */
    who?: {
      field: Key;
      /**
       * Value of that field to who votes.
       */
      actors: {
        [k: string]: Actors;
      };
      /**
       * Values of that field whose people sign as themselves: `distinct` of the vote, which keeps them from deciding about their own record, does not hold there. Default none.
       *
       * @minItems 1
       */
      own?: OptionKey[];
    };
    vote?: Vote;
    /**
     * What falls due while one of these levels is open; `node.x` is a field of its row.
     */
    timers?: {
      [k: string]: Timer;
    };
  };
  /**
   * What a rejection does.
   */
  reject?: {
    to?: OptionKey;
    /**
     * Field to expression.
     */
    set?: {
      [k: string]: Expression;
    };
  };
  revoke?: Revoke;
  /**
   * Whether other requests may be open at the same time, where they are parallel too. A parallel request also goes on when the record comes to another state of its `from`. Default false.
   */
  parallel?: boolean;
  copies?: Actors;
}
/**
 * One level of an approval.
 */
export interface Level {
  title?: Text;
  when?: Expression;
  who: Actors;
  /**
   * Whether only those of `who` may take a task over, by transfer or delegation: where a standard names the person who signs. Default false.
   */
  qualified?: boolean;
  /**
   * Whose votes are needed. Default any.
   */
  mode?: 'any' | 'all' | 'share' | 'order';
  /**
   * Needed share of the votes, for `share`: granted as soon as so many have granted, rejected as soon as too few are left that could.
   */
  share?: number;
  /**
   * What has a vote: each person, or each entry of `who`. Default person.
   */
  each?: 'person' | 'entry';
  vote?: Vote;
  /**
   * What falls due while the level is open.
   */
  timers?: {
    [k: string]: Timer;
  };
}
/**
 * What a vote asks.
 */
export interface Vote {
  /**
   * Written opinion. Default optional; always required for a rejection.
   */
  opinion?: 'none' | 'optional' | 'required';
  /**
   * Whether it is signed by hand. Default false.
   */
  signature?: boolean;
  place?: SitePlace;
  /**
   * Whether files may be added. Default true.
   */
  files?: boolean;
  distinct?: Distinct;
  when?: Guard;
}
/**
 * Taking a request back.
 */
export interface Revoke {
  who?: Actors;
  /**
   * Until the first vote, or until it is granted. Default firstVote.
   */
  until?: 'firstVote' | 'granted';
  to?: OptionKey;
}
/**
 * Generates records by calendar.
 */
export interface Schedule {
  start: Expression;
  every: Expression;
  window?: Expression;
  /**
   * Days that count. Default all.
   */
  calendar?: 'all' | 'workdays';
  only?: Expression;
  forEach?: Expression;
  create: Effect;
  when?: Expression;
}
/**
 * Figures over each record of an entity and a period, by name.
 */
export interface Figures {
  of: Key;
  /**
   * The figures by name, as formulas say them.
   */
  names: {
    /**
     * A figure.
     */
    [k: string]: {
      title: Text;
      id?: Key;
      /**
       * Type of its value. Default number.
       */
      gives?: 'number' | 'boolean';
      value: Expression;
    };
  };
}
/**
 * The platform writes one record for each combination of records and each period: figures as they were. They change until the period is closed.
 */
export interface Series {
  /**
   * Period; or a field of `each` and the choice of its record that says which: `index.cycle`, whose keys are `day`, `week`, `month`, `quarter` and `year`.
   */
  every: ('day' | 'week' | 'month' | 'quarter' | 'year') | string;
  /**
   * Time of the day at which open periods are written anew.
   */
  at: string;
  close?: Expression;
  period: Key;
  /**
   * Fields that refer to other records, with the records that are taken: one record for each combination.
   */
  each: {
    /**
     * Records that are taken.
     */
    [k: string]: {
      entity: Key;
      where?: Expression;
    };
  };
  /**
   * Fields that are written.
   */
  values: {
    [k: string]:
      | Expression
      | {
          /**
           * Field of `each`, and the formula field of its record: `index.formula`.
           */
          formula: string;
        };
  };
  fault?: Key;
}
/**
 * Row scopes and field rights; buttons are granted by pages.
 */
export interface Permissions {
  /**
   * Row scope of a role on this entity, instead of the role's own data scope; `everyone` for the rest. Rows of a child entity are seen with the record that they belong to, and where a scope is given only those of them that lie in it.
   */
  scope?: {
    [k: string]:
      | ScopeName
      | {
          where: Expression;
        };
  };
  /**
   * Rows that a role may write (add, edit, remove, and by its own transitions), where they are fewer than those it sees; `everyone` for the rest. Of a person's roles those count that have the button. A saved record has to be one of them too. Rows of child entities follow what they belong to. Default: what is seen may be written.
   */
  write?: {
    [k: string]:
      | ScopeName
      | {
          where: Expression;
        };
  };
  /**
   * Field to rights; the first entry that fits counts. Default write.
   */
  fields?: {
    /**
     * Entries.
     */
    [k: string]: FieldRight[];
  };
}
/**
 * Right of roles on a field, in some states or at some approval steps.
 */
export interface FieldRight {
  /**
   * Roles; `everyone` for the rest.
   *
   * Items: Role code, or `@` and a group of roles.
   */
  roles: string[];
  /**
   * States; default all.
   */
  states?: OptionKey[];
  /**
   * Approval steps at which the person has an open task about the record: a transition, or `transition.level`; default any, also none.
   *
   * @minItems 1
   *
   * Items: `delay` or `delay.safety`.
   */
  steps?: string[];
  when?: Expression;
  access: Access;
}
/**
 * Measures by dimensions.
 */
export interface Statistics {
  /**
   * Figures.
   */
  measures?: {
    [k: string]: Measure;
  };
  /**
   * Blocks shown.
   */
  blocks?: {
    [k: string]: StatisticsBlock;
  };
  list?: Code;
  /**
   * Blocks of a page, by page: above the table of a list, foldable, or the tabs of a statistics page. Default none on a list, all on a statistics page.
   */
  pages?: {
    /**
     * Blocks in order.
     *
     * @minItems 1
     */
    [k: string]: Key[];
  };
  /**
   * Blocks of the records that refer to this one, on its detail page, to those who may see their page.
   */
  details?: {
    [k: string]: DetailStatistics;
  };
}
/**
 * A figure.
 */
export interface Measure {
  title: Text;
  /**
   * How it is counted. Default `ratio` where it has a denominator, `share` where it has a numerator alone.
   */
  kind: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'ratio' | 'share';
  of?: Expression;
  where?: Expression;
  /**
   * Shown on the page after login, where it counts any record: `mine` waits for the person (its condition names `me`), `wrong` is wrong today, `near` soon will be. Only of kind `count`. Default not shown there. Drafts of the person need no mark.
   */
  attention?: 'mine' | 'wrong' | 'near';
  due?: Key;
  date?: Key;
  numerator?: Key;
  denominator?: Key;
  /**
   * Unit.
   */
  unit?: string;
  /**
   * Decimals. Default 0.
   */
  scale?: number;
  /**
   * What the figure should reach: one of the two. It is shown beside the figure, which says by a word whether it does, and as a line in charts that draw the measure.
   */
  target?: {
    /**
     * The figure should not be below.
     */
    atLeast?: number;
    /**
     * The figure should not be above.
     */
    atMost?: number;
  };
}
/**
 * A block.
 */
export interface StatisticsBlock {
  title: Text;
  /**
   * Figures.
   */
  measures: Key[];
  /**
   * Dimension: a field, or a date field with `:year`, `:quarter`, `:month`, `:week` (ISO 8601) or `:day`. A second field divides the rows of the first, in a table. Default none: the block is one row of figures.
   *
   * @maxItems 2
   *
   * Items: Dimension.
   */
  by?: string[];
  /**
   * Filters.
   */
  filters?: Key[];
  /**
   * Drawing: columns beside each other or piled up, a line over time, shares of the whole as a pie or a ring, large figures, or the table alone. Default table.
   */
  chart?: 'table' | 'bar' | 'stackedBar' | 'line' | 'pie' | 'ring' | 'number';
  /**
   * Measures that are drawn, in one unit; the table shows them all. Default those with the unit of the first.
   *
   * @minItems 1
   */
  series?: Key[];
  /**
   * Only that many rows, the largest by the first drawn measure, from large to small; how many are left out is said, and the total still counts all. Default all rows.
   */
  top?: number;
  /**
   * Each period beside an earlier one: the period `before`, the same one the `yearBefore`. Of blocks by time. Default none.
   *
   * @minItems 1
   * @maxItems 2
   *
   * Items: Earlier period.
   */
  compare?: ('before' | 'yearBefore')[];
  /**
   * Lines that a chart draws across, with their names: an alarm threshold, what a standard allows.
   *
   * @minItems 1
   * @maxItems 4
   *
   * Items: A line.
   */
  limits?: {
    title: Text;
    /**
     * Value at which it stands, in the unit of the drawn measures.
     */
    at: number;
  }[];
}
/**
 * A block of another entity over its records that refer to this one.
 */
export interface DetailStatistics {
  entity: Key;
  page: Code;
  field: Key;
  block: Key;
}
/**
 * Printed form. Without `sections` the parts of the form are printed, then the rows of child entities, then the votes.
 */
export interface Print {
  title?: Text;
  /**
   * Titles for some records, the first that holds; else `title`.
   */
  titles?: {
    [k: string]: PrintTitle;
  };
  /**
   * Fields; default all shown. Not beside `sections`.
   */
  fields?: Key[];
  /**
   * Parts of the form, in order.
   */
  sections?: {
    [k: string]: PrintSection;
  };
  /**
   * Fields beside each other. Default 2.
   */
  columns?: number;
  /**
   * Whether the history is printed. Default true, false where `sections` are given.
   */
  history?: boolean;
  /**
   * Whether a QR code leads back. Default true.
   */
  qrCode?: boolean;
  /**
   * Whether each page bears who printed it and when. Default true.
   */
  watermark?: boolean;
  note?: Text;
}
/**
 * A title of the printed form for some records.
 */
export interface PrintTitle {
  when: Expression;
  title: Text;
}
/**
 * A part of the printed form: fields of the record, the rows of a child entity, or what was voted.
 */
export interface PrintSection {
  title?: Text;
  id?: Key;
  visible?: Expression;
  /**
   * Fields beside each other. Default the printed form's.
   */
  columns?: number;
  rows?: Key;
  /**
   * Fields in order.
   */
  fields?: (Key | PrintField)[];
  /**
   * Transitions whose votes are printed: level, opinion, signature, person and time.
   *
   * @minItems 1
   */
  approvals?: Key[];
  /**
   * Whether the rows are numbered in front. Default false.
   */
  numbered?: boolean;
}
/**
 * A field of a printed part, and how much room it takes.
 */
export interface PrintField {
  field: Key;
  title?: Text;
  /**
   * How many of the part's columns the value takes. Default 1, all of them for long values.
   */
  span?: number;
  /**
   * Share of a table's width. Default 10.
   */
  width?: number;
}
/**
 * What an Excel file brings in, or why records are added one by one only.
 */
export interface Intake {
  /**
   * Why no page offers `import` although one offers `add`; a note for implementers. Where neither stands, the analysis warns.
   */
  none?: string;
  /**
   * Fields, in order; default all that can be written.
   */
  fields?: Key[];
  /**
   * Fields that find the record to update.
   */
  key?: Key[];
}
/**
 * Columns of an Excel file.
 */
export interface Transfer {
  /**
   * Fields, in order; default all that can be read.
   */
  fields?: Key[];
}
/**
 * A record with a clock and the expected outcome; tests run it and the designer previews with it.
 */
export interface Example {
  /**
   * What it shows.
   */
  title: string;
  /**
   * Clock: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss.
   */
  now?: string;
  /**
   * Values given.
   */
  record: Record<string, unknown>;
  /**
   * The record as it is stored, with `createTime`, where one that exists is changed. Default: it is a new one.
   */
  stored?: Record<string, unknown>;
  /**
   * Records that a roll-up of the entity counts, by its key, oldest first.
   */
  counted?: {
    /**
     * Their values.
     *
     * @maxItems 20
     *
     * Items: Values of one record.
     */
    [k: string]: Record<string, unknown>[];
  };
  /**
   * Records of other entities that its expressions read, oldest first, by entity; shipped rows where there are none.
   */
  others?: {
    /**
     * Values by field.
     *
     * @minItems 1
     * @maxItems 100
     */
    [k: string]: Record<string, unknown>[];
  };
  /**
   * Values after computing.
   */
  expect?: Record<string, unknown>;
  /**
   * Field to expected message.
   */
  errors?: {
    /**
     * Message.
     */
    [k: string]: string;
  };
  /**
   * Whether the record may leave its draft. Default true, or false where errors are given.
   */
  valid?: boolean;
}
