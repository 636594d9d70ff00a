import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import { MANAGEMENT_ROLES } from '../session/management-roles.ts';
import { FEWEST_STOPS, type TourStop, tourStops } from './stops.ts';

/** The stops for whoever is signed in; none where there is nothing to be led to, and on the management system. */
export function useTourStops(): readonly TourStop[] {
  const user = useSession((state) => state.userInfo);
  const menu = useAccess((state) => state.menu);
  const rights = useAccess((state) => state.rights);
  return useMemo(() => {
    const leaves = menuLeaves(menu);
    if (siteConfig().kind !== 'platform' || leaves.every(({ hidden }) => hidden)) return [];
    const stops = tourStops({
      adds: leaves.some(({ code, quick }) => quick && rights[`${code}_add`] === true),
      manages: MANAGEMENT_ROLES.some((role) => hasRole(user, role)),
      designs: (user?.designs ?? null) !== null,
    });
    return stops.length < FEWEST_STOPS ? [] : stops;
  }, [user, menu, rights]);
}
