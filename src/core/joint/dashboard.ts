import type { ExpressionNode } from '../expression/index.ts';
import type { MapLayer } from './map.ts';

/** A measure of an entity, counted over the rows of a page. */
export interface FigureRef {
  /** Code of the page. */
  readonly page: string;
  readonly entity: string;
  readonly measure: string;
  /** Block of the entity's statistics under which lists show the rows of the figure. */
  readonly block: string;
}

/** What a number should reach, computed from settings when it is read. */
export interface TileTarget {
  readonly end: 'atLeast' | 'atMost';
  readonly node: ExpressionNode;
}

/** What a tile shows. */
export type TileShow =
  | { readonly kind: 'tasks' }
  | {
      readonly kind: 'figure';
      readonly figure: FigureRef;
      /** Those that stand small below it: of a ratio what it is made of, where the tile names none. */
      readonly beside: readonly FigureRef[];
    }
  | {
      readonly kind: 'joint';
      /** Code of the page of no single entity. */
      readonly page: string;
      readonly view: 'union' | 'map';
      readonly as: 'rows' | 'month' | 'banner';
      readonly most: number;
      /** Pages of which that page shows something. */
      readonly members: readonly string[];
    }
  | {
      readonly kind: 'value';
      /** Over the names `f0`, `f1` and so on of the figures. */
      readonly node: ExpressionNode;
      readonly figures: readonly FigureRef[];
      readonly beside: readonly FigureRef[];
      readonly unit: string;
      readonly scale: number;
    }
  | { readonly kind: 'list'; readonly page: string; readonly columns: readonly string[]; readonly most: number }
  | { readonly kind: 'chart'; readonly page: string; readonly block: string }
  | { readonly kind: 'map'; readonly layers: readonly Omit<MapLayer, 'opens'>[] };

/** One tile of a dashboard. */
export interface DashboardTile {
  readonly key: string;
  /** Undefined for that of what it shows. */
  readonly title: string | undefined;
  /** Twelfths of the width. */
  readonly width: number;
  /** Seconds for which a value is taken again. */
  readonly refresh: number;
  /** Undefined where the tile names none. */
  readonly target: TileTarget | undefined;
  /** Whether it is shown without login too. */
  readonly open: boolean;
  readonly show: TileShow;
}

/** A page of the kind `dashboard`. */
export interface DashboardSettings {
  readonly tiles: readonly DashboardTile[];
  readonly layout: 'tiles' | 'table';
}

/** Pages of which a tile shows something; of `tasks` none. */
export function pagesOfTile({ show }: DashboardTile): readonly string[] {
  switch (show.kind) {
    case 'tasks':
      return [];
    case 'figure':
      return [show.figure, ...show.beside].map(({ page }) => page);
    case 'joint':
      return show.members;
    case 'value':
      return [...show.figures, ...show.beside].map(({ page }) => page);
    case 'map':
      return show.layers.map(({ page }) => page);
    default:
      return [show.page];
  }
}
