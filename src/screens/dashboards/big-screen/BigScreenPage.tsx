import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fetchOpenDashboard } from '../../../api/joint.ts';
import { serverNow } from '../../../api/plant-clock.ts';
import { currentTenantId, useSession } from '../../../api/session.ts';
import { NOTHING_YET, startFeed, type WallState } from './feed.ts';
import { useWallLinks } from './links.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { AreasPanel, DangersPanel, OtherFigures, PeoplePanel, PromisePanel, SourcesPanel } from './panels.tsx';
import { TicketsPanel } from './TicketsPanel.tsx';
import { WallHead } from './WallHead.tsx';
import './big-screen.css';

/** Page whose tiles the wall shows. */
const CODE = 'bigScreenTiles';

/** Tiles that have a panel of their own; whatever else the page makes public stands below the map. */
const PLACED = [
  'safeDays',
  'promise',
  'areas',
  'sources',
  'plan',
  'ticketTypes',
  'ticketStates',
  'found',
  'rectified',
  'overdue',
  'rate',
  'atWork',
  'atWorkContractor',
];

/** The plant's figures on a wall: without login, asked for again and again, in a frame that fills the screen whatever its form. */
export function BigScreenPage() {
  const { search } = useLocation();
  const own = useSession((state) => (state.token === '' ? undefined : currentTenantId(state)));
  const asked = new URLSearchParams(search).get('tenantId')?.trim() || undefined;
  const tenantId = asked ?? own;
  const navigate = useNavigate();
  // The address names the company whose figures these are, so that it may be opened on a wall where nobody is signed in.
  useEffect(() => {
    if (asked === undefined && own !== undefined) void navigate({ search: `?tenantId=${own}` }, { replace: true });
  }, [asked, own, navigate]);
  const state = useWall(tenantId);
  const links = useWallLinks(CODE, tenantId);
  const { tiles } = state;
  const others = useMemo(() => [...tiles.values()].filter(({ key }) => !PLACED.includes(key)), [tiles]);
  const tile = (key: string) => tiles.get(key);
  return (
    <div className="anlan-dark anlan-wall" data-waiting={tiles.size === 0 ? '' : undefined}>
      <WallHead state={state} tenantId={tenantId} links={links} />
      <div className="anlan-wall-side">
        <PromisePanel tile={tile('promise')} links={links} />
        <AreasPanel tile={tile('areas')} links={links} />
        <SourcesPanel tile={tile('sources')} links={links} />
      </div>
      <div className="anlan-wall-middle">
        <PlanPanel tile={tile('plan')} />
        <OtherFigures tiles={others} links={links} />
      </div>
      <div className="anlan-wall-side">
        <TicketsPanel types={tile('ticketTypes')} states={tile('ticketStates')} links={links} />
        <DangersPanel tiles={tiles} links={links} />
        <PeoplePanel tiles={tiles} links={links} />
      </div>
    </div>
  );
}

/** The tiles of a company, kept fresh. */
function useWall(tenantId: string | undefined): WallState {
  const [state, setState] = useState(NOTHING_YET);
  useEffect(() => {
    setState(NOTHING_YET);
    return startFeed({
      ask: (signal) => fetchOpenDashboard(CODE, tenantId, signal),
      now: serverNow,
      onState: setState,
    });
  }, [tenantId]);
  return state;
}
