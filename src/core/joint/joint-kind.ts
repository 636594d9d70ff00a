import type { ProblemSink } from '../dialect/problem.ts';
import type { ExpressionScope, ValueType } from '../expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression, PageModel } from '../model/entity-model.ts';
import type { JointPage } from './joint-page.generated.ts';

/** Name of a kind of joint page, as `view` says it. */
export type JointKindName = JointPage['view'];

/** A page of an entity of which a joint page shows something. */
export interface MemberPage {
  readonly model: EntityModel;
  readonly page: PageModel;
}

/** Place within the file: `['union', 'of', 'cert']`. */
type At = readonly (string | number)[];

/** One joint page as its kind reads it. What is wrong is reported, and answered with undefined. */
export interface PlacedJointPage {
  readonly file: JointPage;
  readonly sink: ProblemSink;
  /** A page of an entity with records in rows. */
  member(code: string, at: At): MemberPage | undefined;
  /** A page of an entity, of any kind. */
  anyPage(code: string, at: At): MemberPage | undefined;
  /** Another page of no single entity, as its file says it. */
  joint(code: string, at: At): JointPage | undefined;
  /** A field of the page's entity. */
  field(member: MemberPage, key: string, at: At): FieldModel | undefined;
  /** The same of one that the page's list shows: a joint page shows nothing that it would not. */
  shown(member: MemberPage, key: string, at: At): FieldModel | undefined;
  /** The settings that expressions over a page's records may read. */
  settingsOf(member: MemberPage): ExpressionScope['setting'];
  /**
   * An expression over the records of a page.
   * @param names what other names in it mean, by the field's key. Default none.
   */
  expression(
    member: MemberPage,
    source: string | undefined,
    at: At,
    expected?: ValueType,
    names?: ReadonlyMap<string, string>,
  ): ModelExpression | undefined;
  fault(at: At, message: string, fix: string): void;
}

/** What of its kind everybody may ask. */
interface JointKind<Settings = unknown> {
  readonly view: JointKindName;
  /** What it shows, in half a sentence of the reference: `the records of several pages in one list`. */
  readonly says: string;
  /** Codes of the pages of which it shows something. */
  members(settings: Settings): readonly string[];
}

/**
 * Neutral half of a kind of joint page, for browser and server; its view and its fixtures stand beside it in the folder of
 * the same name. What lists the folders, and the meta-schema's part, is written by `npm run metadata -- types`.
 */
export interface JointKindDefinition<Settings = unknown> extends JointKind<Settings> {
  /** Form in the meta-schema of the keyword that is called as the kind. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Reads that keyword and reports what is wrong with it. */
  build(page: PlacedJointPage): Settings | undefined;
  /** Texts of the keyword, for translation, each by its place within the file. */
  texts(file: JointPage): readonly (readonly [At, string])[];
}

/** All kinds of joint page by name. */
export type JointKindRegistry = Readonly<Record<JointKindName, JointKindDefinition>>;

/** A joint page, read. */
export interface JointPageModel {
  readonly code: string;
  readonly title: string;
  readonly purpose: string | undefined;
  readonly area: string;
  readonly icon: string | undefined;
  readonly hidden: boolean;
  /** Single roles that may see it; undefined for whoever sees one of its members. */
  readonly roles: readonly string[] | undefined;
  readonly view: JointKindName;
  /** What its kind made of its keyword; undefined where that is wrong. */
  readonly settings: unknown;
  readonly members: readonly string[];
  readonly file: JointPage;
}
