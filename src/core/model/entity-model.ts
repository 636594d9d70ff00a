import type {
  Access,
  Action,
  Actor,
  Approve,
  Detail,
  Effect,
  Entity,
  Form,
  Permissions,
  Property,
  State,
  Transition,
  Vote,
} from '../dialect/entity.generated.ts';
import type { EffectVerbName } from '../effects/names.generated.ts';
import type { ExpressionNode, PeriodUnit, ValueType } from '../expression/index.ts';
import type { ColumnType, FieldTypeDefinition, FilterKind } from '../field-type.ts';
import type { FormulaModel } from '../formula/formula.ts';
import type { operationKinds } from './operation-kinds.ts';
import type { PageKind, PageKindName } from './page-kind.ts';

/** A parsed and checked expression with what the analysis found about it. */
export interface ModelExpression {
  readonly source: string;
  readonly node: ExpressionNode;
  readonly type: ValueType;
  /** Fields it reads. */
  readonly references: readonly string[];
  /** Whether it reaches now, today, me or another record, so that its value is never stored. */
  readonly live: boolean;
  /** Whether only the server can decide it. */
  readonly serverOnly: boolean;
}

/** An expression with its place in the file. */
export interface PlacedExpression {
  readonly path: readonly (string | number)[];
  readonly expression: ModelExpression;
}

export interface ModelRule {
  readonly when: ModelExpression;
  readonly message: string;
  /** Field that carries the message. */
  readonly at: string;
  /** Wall clock from which it holds; records that were made before are held to it where a field that it reads changes. */
  readonly since?: string;
}

export interface ModelCase {
  /** Undefined in the last branch, which always holds. */
  readonly when: ModelExpression | undefined;
  readonly value: string;
}

/** What is said of a value, by a word with a colour, where a condition holds. */
export interface ToneModel {
  readonly when: ModelExpression;
  readonly title: string;
  readonly color: NonNullable<Property['tone']>[number]['color'];
  /** Date field whose distance from now is said behind the word. */
  readonly left: string | undefined;
}

/** A figure over the records of another entity that refer to this one. */
export interface RollupModel {
  readonly how: RollupFunction;
  /** Key of the entity whose records count. */
  readonly of: string;
  /** Its field that refers to this entity. */
  readonly by: string;
  /** What is added up or taken; undefined for `count`. Names are the other entity's, `parent.x` is this record. */
  readonly value: ModelExpression | undefined;
  /** By what the last record is found, for `newest`. */
  readonly order: ModelExpression | undefined;
  readonly where: ModelExpression | undefined;
  /** Whether it is brought up to date by a job and not by the write itself. */
  readonly later: boolean;
  /** Whether all values are brought up to date when the day changes. */
  readonly daily: boolean;
}

/** Fields that stand beside one whose computed value people may override, by key. */
export interface OverrideModel {
  /** What the system computes. */
  readonly computed: string;
  /** The value that a person put in its place. The overridden field holds it as long as it may stand there. */
  readonly value: string;
  /** Why; undefined where no reason is asked for. */
  readonly reason: string | undefined;
  /** Who put it there. */
  readonly by: string;
}

export type RollupFunction = 'sum' | 'count' | 'avg' | 'minOf' | 'maxOf' | 'newest';

/** A field as every part of the product uses it. Base fields (id, status, createTime …) are fields too, with `base` set. */
export interface FieldModel {
  /** Key on the wire and in files. */
  readonly key: string;
  /** Permanent id; name of the column. */
  readonly id: string;
  readonly title: string;
  readonly property: Property;
  readonly type: FieldTypeDefinition;
  readonly valueType: ValueType;
  /** Undefined for live computed fields and types that store nothing. */
  readonly column: ColumnType | undefined;
  readonly filter: FilterKind;
  readonly sortable: boolean;
  /** Field kept by the platform, never written by a body. */
  readonly base: boolean;
  readonly required: boolean;
  readonly computed: boolean;
  /** Computed and never stored. */
  readonly live: boolean;
  readonly compute: ModelExpression | undefined;
  readonly cases: readonly ModelCase[] | undefined;
  /** How it follows from records of another entity; a browser, which does not know that entity, has none. */
  readonly rollup?: RollupModel | undefined;
  /** What stands beside it where people may override its computed value. */
  readonly override?: OverrideModel | undefined;
  /** The overridden field that it stands beside. */
  readonly beside?: string | undefined;
  readonly defaultFrom: ModelExpression | undefined;
  readonly visible: ModelExpression | undefined;
  readonly requiredWhen: ModelExpression | undefined;
  readonly disabledWhen: ModelExpression | undefined;
  readonly fixedWhen: ModelExpression | undefined;
  /** Largest picture and film of an upload in megabytes, over settings; undefined where they are as large as any file. */
  readonly mediaSize?: { readonly image?: ModelExpression; readonly video?: ModelExpression };
  /** What the record puts in front of a serial number. */
  readonly serialPrefix?: ModelExpression | undefined;
  readonly rules: readonly ModelRule[];
  /** What is said of its value where a condition holds, the first that does; undefined for none. */
  readonly tones?: readonly ToneModel[];
  /** Entity and label source of a reference, organisation or tree value; undefined for plain values. */
  readonly target: string | undefined;
  /** Whether the value is an array of ids or choices. */
  readonly multiple: boolean;
  /** Rows' columns of a sub-table. */
  readonly columns: readonly FieldModel[] | undefined;
  /** What its formulas may say; undefined for fields of other types. */
  readonly formula?: FormulaModel | undefined;
}

export interface SectionModel {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly fields: readonly string[];
  readonly visible: ModelExpression | undefined;
  readonly columns: number;
  readonly folded: boolean;
}

export interface ColumnModel {
  readonly field: string;
  readonly width: number | undefined;
  readonly pin: 'left' | 'right' | undefined;
  readonly hidden: boolean;
  /** Whether the list sums it over all rows that the filters let in. */
  readonly total: boolean;
}

/** One way in which a page shows its records. */
export interface PageViewModel {
  readonly view: PageKindName;
  /** What the kind shows. */
  readonly kind: PageKind;
  /** What the kind made of its own keywords; its view and its query know it. */
  readonly settings: unknown;
  /** Fields that it shows in place of the page's columns; undefined for those columns. */
  readonly fields: readonly string[] | undefined;
  /** Fields by whose values it finds its records. */
  readonly finds: readonly string[];
}

export interface PageModel {
  readonly code: string;
  readonly title: string;
  readonly purpose: string | undefined;
  /** The ways in which it shows its records, the usual one first; between several a person switches. */
  readonly views: readonly [PageViewModel, ...PageViewModel[]];
  /** The usual kind; where there are several, all of them list records. */
  readonly kind: PageKind;
  readonly where: ModelExpression | undefined;
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly string[];
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly actions: readonly string[];
  readonly grants: Readonly<Record<string, readonly string[]>>;
  readonly icon: string | undefined;
  readonly hidden: boolean;
  /** Steps, by key, of which it is the working place; undefined for none. */
  readonly awaits: { readonly entity: string; readonly steps: readonly string[] } | undefined;
  /** Undefined for a list at which nobody sits. */
  readonly live: LivePage | undefined;
}

/** A list at which somebody sits. */
interface LivePage {
  readonly block: string;
  readonly measure: string;
  /** Step that answers. */
  readonly respond: string | undefined;
  readonly sound: boolean;
}

export interface StateModel {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly order: number;
  readonly color: string;
  readonly initial: boolean;
  readonly draft: boolean;
  readonly edit: boolean | readonly Actor[];
  readonly remove: boolean;
  /** Fields that a record must have in it, besides those that it always must. */
  readonly required: readonly string[];
  readonly timers: readonly TimerModel[];
  /** Who is told that a record has come here. */
  readonly entered: EnteredModel | undefined;
  /** What happens besides when a record has come here. */
  readonly effects: readonly EffectModel[];
  readonly source: State;
}

/** What is told when a record comes to a state. */
export interface EnteredModel {
  readonly when: ModelExpression | undefined;
  readonly notify: readonly Actor[];
  /** Channels; undefined for the inbox alone. */
  readonly by: readonly string[] | undefined;
  readonly message: string;
  readonly detail: ModelExpression | undefined;
}

export interface GuardModel {
  readonly when: ModelExpression;
  readonly message: string;
  /** Text that is told instead of `message`, where it is not empty. */
  readonly messageFrom?: ModelExpression | undefined;
}

/** Something due at a time while a record is in a state or a level is open. */
export interface TimerModel {
  readonly key: string;
  /** A date or date-time. */
  readonly at: ModelExpression;
  readonly every: ModelExpression | undefined;
  /** Checked again when it fires. */
  readonly when: ModelExpression | undefined;
  /** Transition fired as system. */
  readonly fire: string | undefined;
  readonly notify: readonly Actor[];
  readonly message: string | undefined;
}

/**
 * What an effect acts upon: this record, the one a field refers to, what an effect before it created, all that a condition
 * takes, or nothing that is there already.
 */
export type EffectTarget =
  | { readonly kind: 'self' }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'created'; readonly effect: string }
  | { readonly kind: 'each'; readonly where: ModelExpression }
  | { readonly kind: 'none' };

/** What a transition or a save does besides, with its expressions compiled. */
export interface EffectModel<Step = unknown> {
  readonly key: string;
  readonly when: ModelExpression | undefined;
  readonly verb: EffectVerbName;
  /** Entity created or acted upon. */
  readonly entity: string;
  readonly target: EffectTarget;
  /** Expressions of `step` over the record, so that what they reach is read beforehand. */
  readonly reads: readonly ModelExpression[];
  /** What the verb made of its keywords; its runner knows it. */
  readonly step: Step;
}

/** Rows of a library. Bare names of `where` are theirs; `sample` and `seed` are read over the record. */
export interface LibraryStep {
  readonly entity: string;
  readonly where: ModelExpression | undefined;
  /** Child entity for each of whose records rows are taken; there it is `over`. */
  readonly over: string | undefined;
  /** Field that refers to the record whose children those are; undefined for the record's own. */
  readonly of: string | undefined;
  /** How many rows are drawn; undefined for all. */
  readonly sample: ModelExpression | undefined;
  /** What decides which are drawn. */
  readonly seed: ModelExpression | undefined;
}

/** Records that are created: by an effect, or on each occasion of a schedule. */
/** What people without login may send, by a link that somebody made. */
export interface PublicModel {
  /** Whether the company takes anything, over its settings; undefined for always. */
  readonly when: ModelExpression | undefined;
  /** Heading of the form; undefined for the entity's title. */
  readonly title: string | undefined;
  /** Fields that are entered. */
  readonly fields: readonly FieldModel[];
  /** Field that takes the pictures once the record is accepted. */
  readonly pictures: string | undefined;
  /** Reports by one link within an hour. */
  readonly perHour: number;
  /** Transition fired as system on what has come in. */
  readonly fire: string | undefined;
  /** Transition by which somebody accepts it. */
  readonly accept: string;
}

/** What anybody reads of a record without login. */
export interface PublishedModel {
  readonly fields: readonly FieldModel[];
  /** References by which records are read together. */
  readonly by: readonly FieldModel[];
  /** Which records are read, over their own fields. */
  readonly when: ModelExpression;
}

/** What of a record its copy begins with. */
export interface CopyStep {
  /** Fields that are copied; undefined for all that a person enters. */
  readonly fields: readonly string[] | undefined;
  /** Child entities whose rows are copied along. */
  readonly rows: readonly string[];
}

export interface CreateStep {
  /** Library of which each row that `where` takes gives a created record; in `values` it is `row`. */
  readonly library: LibraryStep | undefined;
  /** What of this record the created one begins with; undefined for nothing. */
  readonly copy?: CopyStep | undefined;
  readonly values: Readonly<Record<string, ModelExpression>>;
}

/** Where a person has to prove that he is. */
export interface SitePlaceModel {
  /** For which records; undefined for those whose `within` says something, and for all where there is none. */
  readonly when: ModelExpression | undefined;
  /** An outline or a point; undefined where the place is noted and not compared. */
  readonly within: ModelExpression | undefined;
  /** Metres around it that count as there; undefined for none. */
  readonly metres: ModelExpression | undefined;
  /** What its tag says; undefined where none is accepted. */
  readonly tag: ModelExpression | undefined;
  /** What it is called in messages; undefined for no name. */
  readonly name: ModelExpression | undefined;
}

/** What a vote asks. */
export interface VoteModel {
  readonly opinion: 'none' | 'optional' | 'required';
  readonly signature: boolean;
  /** Where whoever votes for it has to be; undefined for anywhere. */
  readonly place: SitePlaceModel | undefined;
  readonly files: boolean;
  readonly guard: GuardModel | undefined;
  readonly source: Vote;
}

/** One level of an approval, with its conditions compiled. */
export interface LevelModel {
  readonly key: string;
  readonly title: string;
  readonly when: ModelExpression | undefined;
  readonly who: readonly Actor[];
  /** Whether only those of `who` may take a task over. */
  readonly qualified: boolean;
  readonly mode: 'any' | 'all' | 'share' | 'order';
  readonly share: number | undefined;
  readonly each: 'person' | 'entry';
  readonly vote: VoteModel;
  readonly timers: readonly TimerModel[];
}

/** The approval of a transition, with its conditions compiled and defaults filled in. */
export interface ApprovalModel {
  readonly pending: string | undefined;
  readonly levels: readonly LevelModel[];
  /** Small entity whose rows are levels; in `where` bare names are theirs, `record` and `parent` the record. */
  readonly from:
    | {
        readonly entity: string;
        readonly where: ModelExpression | undefined;
        /** Whether they take the place of the levels while a row applies, rather than following them. */
        readonly instead: boolean;
        /** What the values of a choice field of the rows stand for. */
        readonly who:
          | {
              readonly field: string;
              readonly actors: Readonly<Record<string, readonly Actor[]>>;
              /** Values whose people sign as themselves. */
              readonly own?: readonly string[] | undefined;
            }
          | undefined;
        readonly vote: VoteModel;
        readonly timers: readonly TimerModel[];
      }
    | undefined;
  /** What opening the request does to the record. */
  readonly opens:
    | {
        readonly when: ModelExpression | undefined;
        readonly to: string | undefined;
        readonly set: Readonly<Record<string, ModelExpression>>;
      }
    | undefined;
  readonly reject: { readonly to: string | undefined; readonly set: Readonly<Record<string, ModelExpression>> };
  readonly revoke:
    | { readonly who: readonly Actor[]; readonly until: 'firstVote' | 'granted'; readonly to: string | undefined }
    | undefined;
  readonly parallel: boolean;
  readonly copies: readonly Actor[];
}

/** Who may write rows of a child entity, and when. */
export interface ChildWrite {
  /** Whether the file says anything of it. */
  readonly given: boolean;
  /** Undefined: whoever may edit the parent. */
  readonly who: readonly Actor[] | undefined;
  /** Condition over the parent. */
  readonly when: ModelExpression | undefined;
  /** Fields of the row that an edit may write; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined;
}

/** What makes an entity a child: its records belong to one record of the parent. */
export interface ParentModel {
  readonly entity: string;
  /** Field that refers to the parent. */
  readonly field: string;
  readonly create: ChildWrite;
  readonly edit: ChildWrite;
  readonly remove: ChildWrite;
  /** Library of rows; bare names of its expressions are the library's, `parent` the record. Without `map` fields of equal key are copied. */
  readonly seed:
    | {
        readonly from: string;
        readonly where: ModelExpression | undefined;
        readonly map: Readonly<Record<string, ModelExpression>> | undefined;
        /** Fields of seeded rows that people enter, in the form of the record too; undefined where all are, elsewhere. */
        readonly entered: ReadonlySet<string> | undefined;
      }
    | undefined;
  /** Whether seeded rows cannot be removed. */
  readonly lockRows: boolean;
  /** Whether rows come only from `writes` of the parent's transitions, so that nobody saves or removes one. */
  readonly writtenOnly: boolean;
}

/** How a plan generates records. `occasion` in what it creates is the occurrence: `start`, `end`, `entry`. */
export interface ScheduleModel {
  /** A date or date-time. */
  readonly start: ModelExpression;
  /** A duration. */
  readonly every: ModelExpression;
  /** A duration. */
  readonly window: ModelExpression | undefined;
  readonly calendar: 'all' | 'workdays';
  /** Asked as of an occurrence: whether it counts. */
  readonly only: ModelExpression | undefined;
  /** A list; each entry gives a record. */
  readonly forEach: ModelExpression | undefined;
  readonly when: ModelExpression | undefined;
  readonly create: EffectModel<CreateStep>;
}

/** A figure over a record and a period, with all that it names put in. */
export interface FigureModel {
  readonly key: string;
  readonly value: ExpressionNode;
}

/** Figures over each record of an entity. */
export interface FigureSetModel {
  readonly of: string;
  readonly figures: ReadonlyMap<string, FigureModel>;
}

/** Where a series takes a formula: a field of a record of `each`, over the record of another one. */
export interface SeriesSource {
  readonly from: string;
  readonly field: string;
  readonly over: string;
}

/** Where a record of a series has its period: a choice of one of the combined records, whose keys are periods. */
interface SeriesPeriodField {
  /** Field of the series that refers to the record. */
  readonly from: string;
  /** Field of that record. */
  readonly field: string;
}

/** Records that the platform writes once for each combination and period. */
export interface SeriesModel {
  /** The period of all its records; or the field of one of the combined records that says which period is its own. */
  readonly every: PeriodUnit | SeriesPeriodField;
  /** Time of the day, `HH:mm`. */
  readonly at: string;
  /** How long behind its end a period is still written; undefined for not at all. */
  readonly close: ModelExpression | undefined;
  readonly period: string;
  readonly sources: readonly {
    readonly field: string;
    readonly entity: string;
    readonly where: ModelExpression | undefined;
  }[];
  readonly values: ReadonlyMap<string, ModelExpression>;
  /** Values that read other records: asked once for all records of the source that they name. */
  readonly counted: ReadonlyMap<string, { readonly expression: ModelExpression; readonly over: string }>;
  readonly formulas: ReadonlyMap<string, SeriesSource>;
  readonly fault: string | undefined;
}

/** A field that is asked for when a transition or an action takes place. */
export interface AskedField {
  readonly field: string;
  readonly required: boolean;
  /** What it is called there; undefined for the field's own title. */
  readonly title?: string;
  /** Whether what the record already holds does not count. */
  readonly anew?: boolean;
}

/** When records are anonymous, and what is then sealed. */
export interface AnonymousModel {
  /** Undefined where it has a fault: no record is then written. */
  readonly when: ModelExpression | undefined;
  /** Fields that are sealed besides the platform's own. */
  readonly hide: readonly string[];
  /** All fields that tell the author: nobody filters, sorts, groups or searches by them. */
  readonly sealed: ReadonlySet<string>;
  /** Who may open the author. */
  readonly open: readonly Actor[];
}

/** What has to be scanned to fire a transition. */
export interface ScanModel {
  /** Whether it is the code of the record that changes every 30 seconds. */
  readonly turning: boolean;
  /** Field that holds what a fixed tag says; undefined for the turning code. */
  readonly tag: string | undefined;
  /** First and last moment; undefined for any time. */
  readonly window: readonly [ModelExpression, ModelExpression] | undefined;
  /** Metres around `place`; undefined for anywhere. */
  readonly within: number | undefined;
  readonly place: string | undefined;
  /** Who may show the turning code; undefined for whoever may edit the record. */
  readonly show: readonly Actor[] | undefined;
}

/** Who is called to take a transition while a record stands where it starts. */
export interface WaitsModel {
  /** `default`: where it leads elsewhere, ends nothing and is not automatic. */
  readonly call: 'default' | 'none' | 'call';
  /** For which records; undefined for those whose own guards hold. */
  readonly when: ModelExpression | undefined;
  /** From when on, a date or date-time; undefined for at once. */
  readonly from: ModelExpression | undefined;
  /** A date or date-time; undefined for what the timers of the state say. */
  readonly until: ModelExpression | undefined;
  /** What is to be done; undefined for the title of the transition. */
  readonly title?: string;
  /** What happens afterwards; undefined for what the timer of the deadline does. */
  readonly after?: string;
}

export interface TransitionModel {
  readonly key: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly to: readonly { readonly when: ModelExpression | undefined; readonly state: string }[];
  readonly who: readonly Actor[];
  /** Names of people who may not fire it: fields, `creator`, `votes`. */
  readonly distinct: readonly string[];
  readonly guards: readonly GuardModel[];
  /** For which records its button stands; undefined for all. */
  readonly offered: ModelExpression | undefined;
  /** Action whose button right is needed where `who` names a role. */
  readonly button: string;
  readonly fields: readonly AskedField[];
  /** Asked fields that stand once for several records it is fired on; empty where it is fired one by one. */
  readonly together: readonly string[];
  /** Fields of the record that its dialog shows above what is asked. */
  readonly shows: readonly string[];
  readonly set: Readonly<Record<string, ModelExpression>>;
  readonly confirm: string | undefined;
  readonly danger: boolean;
  readonly approve: Approve | undefined;
  readonly effects: Readonly<Record<string, Effect>>;
  /** `approve` with its conditions compiled. */
  readonly approval: ApprovalModel | undefined;
  /** `effects` in order, with their expressions compiled. */
  readonly effectSteps: readonly EffectModel[];
  /** What has to be scanned; undefined where nothing is. */
  readonly scan: ScanModel | undefined;
  /** Where whoever fires it has to be; undefined for anywhere. */
  readonly place: SitePlaceModel | undefined;
  /** Child entity of which each firing inserts a row. */
  readonly writes: string | undefined;
  /** Value on which firings are serialised. */
  readonly lock: ModelExpression | undefined;
  /** Whether it is tried again after any write to the record or its children. */
  readonly auto: boolean;
  /** Who is called to take it. */
  readonly waits: WaitsModel;
  readonly source: Transition;
}

/** A field of a printed part. */
export interface PrintFieldModel {
  /** Of the record, or of the child entity whose rows are printed. */
  readonly field: string;
  /** What is printed for it instead of the field's title. */
  readonly title: string | undefined;
  /** Columns that its value takes; undefined for as many as the value's length suggests. */
  readonly span: number | undefined;
  /** Share of a table's width. */
  readonly width: number;
}

/** A part of the printed form: fields, rows of a child entity, or votes. */
export interface PrintSectionModel {
  readonly key: string;
  readonly title: string | undefined;
  readonly visible: ModelExpression | undefined;
  readonly columns: number;
  readonly fields: readonly PrintFieldModel[];
  /** Child entity whose rows stand in a table. */
  readonly rows: string | undefined;
  /** Transitions whose votes stand in a table; empty where the part has none. */
  readonly approvals: readonly string[];
  readonly numbered: boolean;
}

/** How a record is printed. */
export interface PrintModel {
  readonly title: string;
  readonly titles: readonly { readonly when: ModelExpression; readonly title: string }[];
  readonly sections: readonly PrintSectionModel[];
  readonly qrCode: boolean;
  readonly watermark: boolean;
  readonly history: boolean;
  readonly note: string | undefined;
  /** Whether printing needs the button `print`, since a page lists or grants it; else whoever sees a record may print it. */
  readonly button: boolean;
}

/** What a call does. */
export type OperationKind = keyof typeof operationKinds;

/** One call of the entity: `method /api/{p}-service/base/path`. */
export interface OperationModel {
  readonly name: string;
  readonly kind: OperationKind;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under the base, without a leading slash; `{id}` where an argument stands in it. */
  readonly path: string;
  readonly arguments: 'query' | 'json' | 'form' | 'path';
  readonly dict: string | undefined;
  /** Action whose button right the call needs, where it is not the kind's own. */
  readonly button?: string | undefined;
  readonly transition: string | undefined;
  readonly where: ModelExpression | undefined;
  readonly fields: readonly string[] | undefined;
  /** What a `choices` call answers: the records that may be chosen for each field, as far as they need no record. */
  readonly choices?: readonly { readonly field: string; readonly where: ModelExpression | undefined }[] | undefined;
  /** What a `calculate` call takes and answers; undefined for other kinds. */
  readonly calculation?: CalculationModel | undefined;
}

/** A call of one kind. */
export type OperationOf<Kind extends OperationKind> = OperationModel & { readonly kind: Kind };

/** A calculation over given values, without a record: what is not computed is taken, what is computed is answered. */
export interface CalculationModel {
  readonly fields: readonly FieldModel[];
  readonly field: ReadonlyMap<string, FieldModel>;
  readonly computeOrder: readonly string[];
  readonly rules: readonly ModelRule[];
}

/** An entity, normalised: built once from a file and its overlay, used by compilers, server and pages. */
export interface EntityModel {
  readonly key: string;
  readonly id: string;
  /** Folder under schemas/areas. */
  readonly area: string;
  readonly title: string;
  readonly scope: 'tenant' | 'global' | 'inherited';
  readonly small: boolean;
  /** Only the platform writes it: declared so, or a child whose rows come only from transitions. */
  readonly readOnly: boolean;
  /** Rows are only ever inserted. */
  readonly appendOnly: boolean;
  readonly locked: boolean;
  /** Entity beside each record of which one of this stands, and the field that refers to it; undefined for others. */
  readonly companion?: { readonly of: string; readonly field: string } | undefined;
  /** Field by which a record is named. */
  readonly label: string;
  /** Fields told behind the label in pickers. */
  readonly labelDetail: readonly string[];
  readonly tree: { readonly parent: string } | undefined;
  readonly service: string;
  readonly base: string;
  readonly operations: readonly OperationModel[];
  readonly owners: { readonly users: readonly string[]; readonly depts: readonly string[] };
  /** Fields of the record in order, then base fields. */
  readonly fields: readonly FieldModel[];
  readonly field: ReadonlyMap<string, FieldModel>;
  /** Order in which computed fields are evaluated. */
  readonly computeOrder: readonly string[];
  readonly sections: readonly SectionModel[];
  readonly form: Form;
  readonly detail: Detail | undefined;
  readonly formRules: readonly ModelRule[];
  readonly pages: Readonly<Record<string, PageModel>>;
  readonly actions: Readonly<Record<string, Action>>;
  /** For which records the entity's own buttons show, where not for all. */
  readonly actionConditions: Readonly<Record<string, ModelExpression>>;
  readonly states: Readonly<Record<string, StateModel>>;
  readonly initialState: string | undefined;
  readonly transitions: Readonly<Record<string, TransitionModel>>;
  readonly removeGuards: readonly GuardModel[];
  /** Which records a removal fires a transition on, instead of taking them away. */
  readonly retire: { readonly when: ModelExpression | undefined; readonly transition: string } | undefined;
  /** Undefined where no record is anonymous. */
  readonly anonymous: AnonymousModel | undefined;
  /** Undefined for an entity of its own. */
  readonly parent: ParentModel | undefined;
  /** Child entities, whose records belong to one of this entity. */
  readonly children: readonly string[];
  /** What people without login may send; undefined for nothing. */
  readonly intake?: PublicModel | undefined;
  /** What anybody reads of a record without login; undefined for nothing. */
  readonly published?: PublishedModel | undefined;
  /** What sensors tell of its records; undefined for nothing. */
  readonly readings?: ReadingsModel | undefined;
  /** What each save does besides, for an entity without states. */
  readonly effects: readonly EffectModel[];
  readonly schedule: ScheduleModel | undefined;
  /** Sets of figures of which its formulas are made, by key. */
  readonly figures: Readonly<Record<string, FigureSetModel>>;
  readonly series: SeriesModel | undefined;
  /** How a record is printed; every entity has one. */
  readonly print: PrintModel;
  readonly permissions: Permissions;
  readonly unique: readonly {
    readonly key: string;
    readonly fields: readonly string[];
    /** Whether texts that differ only in the case of their letters are the same. */
    readonly ignoreCase: boolean;
    /** Records among which it holds; undefined for all that are not removed. */
    readonly where: ModelExpression | undefined;
    readonly message: string;
    /** Text that is told instead of `message`, from the record that has the values already, where it is not empty. */
    readonly messageFrom: ModelExpression | undefined;
  }[];
  readonly indexes: readonly { readonly key: string; readonly fields: readonly string[] }[];
  /** Its expressions that look into other entities, with their places: what they read there only lint can judge. */
  readonly asking: readonly PlacedExpression[];
  readonly source: Entity;
}

/** Where values of sensors belong: the fields that name a record, its source, and hold the newest value. */
export interface ReadingsModel {
  readonly tag: FieldModel;
  readonly source: FieldModel;
  readonly value: FieldModel;
  readonly quality: FieldModel;
  readonly time: FieldModel;
  /** Field with the unit of a record's values; undefined: the value's own. */
  readonly unit: FieldModel | undefined;
  /** States in which a record takes values; undefined for all. */
  readonly states: readonly string[] | undefined;
  /** Undefined where no limits are watched. */
  readonly limits: LimitsModel | undefined;
}

/** Limits that values are held against. */
export interface LimitsModel {
  readonly of: readonly {
    readonly limit: string;
    readonly when: ModelExpression;
    readonly until: ModelExpression;
    /** Seconds for which each has to hold, where it says so itself. */
    readonly held: { readonly when: ExpressionNode | undefined; readonly until: ExpressionNode | undefined };
    /** Field that holds it. */
    readonly at: FieldModel | undefined;
  }[];
  /** Where it holds, nothing is told of a point. */
  readonly unless: ModelExpression | undefined;
  /** Undefined where nobody is told of a point that gives no values. */
  readonly silence: SilenceModel | undefined;
  /** Field with the seconds for which a limit has to be passed; undefined: it is told at once. */
  readonly delay: FieldModel | undefined;
  readonly into: FieldModel;
  readonly raise: string;
  readonly back: string;
}

/** Silence as a limit. */
export interface SilenceModel {
  readonly limit: string;
  /** Seconds after which a point without a value has passed it. */
  readonly after: ModelExpression;
}

/** Right on a field, for one person and one record. */
export type FieldAccess = Access;

/** Names that the platform keeps; a field may not bear one. */
export const RESERVED_KEYS = [
  'id',
  'tenantId',
  'version',
  'status',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'isDeleted',
] as const;
