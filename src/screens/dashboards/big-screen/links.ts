import { useEffect, useMemo, useState } from 'react';
import { fetchDashboard } from '../../../api/joint.ts';
import { buildMenuTree, menuLeaves } from '../../../api/menu-tree.ts';
import { currentTenantId, session, useSession } from '../../../api/session.ts';
import { siteConfig } from '../../../api/site.ts';
import { fetchMenu } from '../../../api/system.ts';
import type { TileAnswer } from '../../../core/wire/joint.ts';
import { formatFigure } from '../../../core/wire/statistics.ts';

/** Parameter of a list's address under which it shows the rows of a figure. */
const FIGURE = '_figure';

/** Address of the rows behind a figure of a tile: of a chart the row and the column besides; undefined where there is none. */
export type WallLinks = (tile: string, row?: string | null, column?: string) => string | undefined;

/** What a signed-in person may open from the wall of his company; nothing without login. */
export function useWallLinks(code: string, tenantId: string | undefined): WallLinks {
  const signedIn = useSession((state) => state.token !== '');
  const own = useSession((state) => currentTenantId(state));
  const isOwn = signedIn && tenantId === own;
  const [found, setFound] = useState<{
    readonly tiles: ReadonlyMap<string, TileAnswer>;
    readonly paths: ReadonlyMap<string, string>;
  }>();
  useEffect(() => {
    setFound(undefined);
    if (!isOwn) return;
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const [{ tiles }, items] = await Promise.all([
        fetchDashboard(code, abort.signal),
        fetchMenu(session().menuId, siteConfig().kind),
      ]);
      if (abort.signal.aborted) return;
      const leaves = menuLeaves(buildMenuTree(items));
      setFound({
        tiles: new Map(tiles.map((tile) => [tile.key, tile] as const)),
        paths: new Map(leaves.map((leaf) => [leaf.code, leaf.path] as const)),
      });
    };
    // Without links the wall shows the same figures.
    load().catch(() => undefined);
    return () => abort.abort();
  }, [code, isOwn]);
  return useMemo(() => {
    const address = (page: string, figure: string): string | undefined => {
      const path = found?.paths.get(page);
      return path === undefined ? undefined : `${path}?${new URLSearchParams({ [FIGURE]: figure })}`;
    };
    return (tile, row, column) => {
      const content = found?.tiles.get(tile)?.content;
      if (content?.kind === 'number') return content.rows && address(content.rows.page, content.rows.figure);
      if (content?.kind !== 'chart' || content.list === undefined || column === undefined) return undefined;
      if (content.block.columns.find(({ key }) => key === column)?.counts !== true) return undefined;
      const figure = {
        page: content.page,
        block: content.block.key,
        measure: column,
        ...(row === undefined ? {} : { key: row }),
      };
      return address(content.list, formatFigure(figure));
    };
  }, [found]);
}
