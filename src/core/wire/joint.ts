import type { JointKindName } from '../joint/joint-kind.ts';
import type { ReferringList } from '../joint/referring-list.ts';
import type { FigureTarget, StatisticsBlock } from './statistics.ts';

/** A page of no single entity, as the browser draws its frame. */
export interface JointPageHead {
  readonly code: string;
  readonly title: string;
  readonly purpose: string | undefined;
  readonly view: JointKindName;
  readonly revision: string;
  /** What the kind's view needs before it asks for records. */
  readonly settings: unknown;
}

/** A value as it is shown: its text, and the colour of a choice that has one. */
export interface JointCell {
  readonly text: string;
  readonly color?: string;
}

/** A record in a union. */
export interface UnionRow {
  /** Key of the member whose page it stands on. */
  readonly member: string;
  readonly id: string;
  /** By column; what the person may not see, and what is empty, has none. */
  readonly cells: Readonly<Record<string, JointCell>>;
}

/** A member that the person sees. */
export interface UnionPart {
  readonly key: string;
  readonly title: string;
  /** Code of the page on which its records open. */
  readonly page: string;
  /** Records of it, up to 10,000. */
  readonly count: number;
}

/** A piece of a union. */
export interface UnionAnswer {
  readonly view: 'union';
  readonly rows: readonly UnionRow[];
  /** Where the next piece begins; undefined behind the last. */
  readonly next?: string;
  /** Only with the first piece. */
  readonly parts?: readonly UnionPart[];
}

/** A number as a tile shows it. */
export interface TileNumber {
  /** 0 where nothing was counted by which it could be computed. */
  readonly value: number;
  /** Whether nothing was. */
  readonly empty?: true;
  readonly unit: string;
  readonly scale: number;
  /** The list of just the rows that it counts; undefined where no list of the person's shows them. */
  readonly rows?: { readonly page: string; readonly figure: string };
}

/** A number that stands small below another. */
export interface BesideNumber extends TileNumber {
  readonly key: string;
  readonly title: string;
  /** Whether what it counts is wrong today. */
  readonly grave?: true;
}

/** What a tile shows, read. */
export type TileContent =
  | { readonly kind: 'tasks'; readonly count: number; readonly capped: boolean }
  | (TileNumber & {
      readonly kind: 'number';
      readonly target?: FigureTarget;
      readonly beside?: readonly BesideNumber[];
    })
  | {
      readonly kind: 'union';
      readonly page: string;
      readonly as: 'rows' | 'month' | 'banner';
      readonly columns: readonly { readonly key: string; readonly title: string; readonly due?: number }[];
      /** Column of the date. */
      readonly date: string;
      readonly rows: readonly UnionRow[];
      readonly parts: readonly UnionPart[];
      /** Whether there are more rows than are shown. */
      readonly more: boolean;
    }
  | { readonly kind: 'map'; readonly page: string }
  | {
      readonly kind: 'list';
      readonly page: string;
      readonly columns: readonly { readonly key: string; readonly title: string }[];
      readonly rows: readonly { readonly id: string; readonly cells: Readonly<Record<string, JointCell>> }[];
      readonly total: number;
      readonly totalCapped: boolean;
    }
  | {
      readonly kind: 'chart';
      readonly page: string;
      readonly block: StatisticsBlock;
      /** Page that lists the rows behind its figures. */
      readonly list?: string;
    }
  | { readonly kind: 'plan'; readonly ground: MapGround; readonly layers: readonly PlanLayer[] };

/** Places on the plan as numbers: they have no names, and nothing by which a record could be asked for. */
export interface PlanLayer {
  readonly key: string;
  readonly title: string;
  /** Records that have a place, within what is shown. */
  readonly count: number;
  /** Areas by their corners; none of a layer of points. */
  readonly areas?: readonly { readonly grade?: JointCell; readonly corners: readonly MapPoint[] }[];
  /** How many points lie about where; none of a layer of areas. */
  readonly heaps?: readonly { readonly at: MapPoint; readonly count: number }[];
}

/** A tile of a dashboard. */
export interface TileAnswer {
  readonly key: string;
  readonly title: string;
  /** Twelfths of the width. */
  readonly width: number;
  /** Whether it is one number, so that it has its place before it was read. Default something larger. */
  readonly number?: true;
  /** Wall clock at which it was read; undefined where it has not been. */
  readonly at?: string;
  /** Undefined where it was not read in time and never before, or failed. */
  readonly content?: TileContent;
  /** Whether it is not as fresh as it should be: reading it takes long, or failed. */
  readonly late?: 'slow' | 'failed';
}

/** A dashboard. */
export interface DashboardAnswer {
  readonly view: 'dashboard';
  readonly tiles: readonly TileAnswer[];
  readonly layout: 'tiles' | 'table';
  /** Seconds after which the first of them is due again. */
  readonly refresh: number;
}

/** A record's file. */
export interface RecordFileAnswer {
  readonly view: 'file';
  /** What the record is called; '' where the person may not see it. */
  readonly name: string;
  /** Records of each list that the person sees, up to 10,000. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Degrees east and north. */
export type MapPoint = readonly [lng: number, lat: number];

/** A record on a map: a point, or an area by its corners. */
export interface MapPlace {
  readonly id: string;
  /** '' where the person may not see it. */
  readonly name: string;
  /** What its colour says. */
  readonly grade?: JointCell;
  readonly corners: readonly MapPoint[];
}

/** A layer as the person sees it. */
export interface MapLayerAnswer {
  readonly key: string;
  readonly title: string;
  /** Code of the page on which its records open. */
  readonly page: string;
  readonly shape: 'point' | 'polygon';
  readonly places: readonly MapPlace[];
  /** Numbers in place of the points where they are too many. */
  readonly heaps?: readonly { readonly at: MapPoint; readonly count: number }[];
  /** Whether there are more areas than are shown. */
  readonly more?: boolean;
  readonly opens: readonly ReferringList[];
}

/** What lies under the layers, as the company's configuration says. */
export interface MapGround {
  /** Address of tiles, with `{x}`, `{y}` and `{z}`. */
  readonly tiles?: string;
  /** A picture of the plant; three of its pixels, counted from the upper left, with where they lie. */
  readonly plan?: {
    readonly link: string;
    readonly points: readonly { readonly pixel: MapPoint; readonly at: MapPoint }[];
  };
  readonly centre?: MapPoint;
}

/** A map. */
export interface MapAnswer {
  readonly view: 'map';
  readonly ground: MapGround;
  readonly layers: readonly MapLayerAnswer[];
}

/** What a joint page shows, by its kind. */
export type JointAnswer = UnionAnswer | DashboardAnswer | RecordFileAnswer | MapAnswer;
