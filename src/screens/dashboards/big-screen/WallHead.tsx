import { DisconnectOutlined, WarningOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useEnterprise } from '../../../api/enterprise.ts';
import { plantTime, serverNow } from '../../../api/plant-clock.ts';
import { fetchEnterpriseConfig } from '../../../api/system.ts';
import { isOld, type WallState } from './feed.ts';
import { contentOf } from './figures.ts';
import type { WallLinks } from './links.ts';
import { useWallText } from './texts.ts';
import { WallFigure } from './WallFigure.tsx';

interface WallHeadProps {
  readonly state: WallState;
  readonly tenantId: string | undefined;
  readonly links: WallLinks;
}

/** Whose wall it is, the days without an accident, the time, and how old the figures are. */
export function WallHead({ state, tenantId, links }: WallHeadProps) {
  const text = useWallText();
  const company = useCompany(tenantId, state.readAt !== undefined);
  const safe = state.tiles.get('safeDays');
  const content = contentOf(safe, 'number');
  return (
    <header className="anlan-wall-head">
      <h1>
        <span className="anlan-wall-company">{company}</span>{' '}
        <span className="anlan-wall-titled">{text('wall.title')}</span>
      </h1>
      {safe === undefined ? null : (
        <div className="anlan-wall-safe">
          {content?.empty === true ? (
            <strong className="anlan-wall-calm">{text('safe.none')}</strong>
          ) : (
            <WallFigure
              title={safe.title}
              value={content?.value}
              scale={0}
              unit={content?.unit ?? ''}
              address={links('safeDays')}
              beside
            />
          )}
        </div>
      )}
      <Now state={state} />
    </header>
  );
}

/** The plant's clock and the state of the figures, once a second. */
function Now({ state }: { readonly state: WallState }) {
  const text = useWallText();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { readAt, trouble } = state;
  const time = readAt === undefined ? undefined : plantTime(readAt);
  // The day is said once it is another one.
  const shown = time?.slice(time.slice(0, 10) === plantTime(now).slice(0, 10) ? 11 : 5);
  return (
    <>
      <p className="anlan-wall-clock">
        <span>{plantTime(now).slice(0, 10)}</span> <strong>{plantTime(now).slice(11)}</strong>
      </p>
      <p
        className="anlan-wall-state"
        role="status"
        data-state={trouble !== undefined || isOld(state, now) ? 'bad' : 'good'}
      >
        {trouble === 'unknown' || trouble === 'crowded' ? (
          <>
            <WarningOutlined aria-hidden /> {text(`wall.${trouble}`)}
          </>
        ) : trouble === 'offline' ? (
          <>
            <DisconnectOutlined aria-hidden />{' '}
            {shown === undefined ? text('wall.unreachable') : text('wall.offline', { time: shown })}
          </>
        ) : shown === undefined ? (
          text('wall.reading')
        ) : isOld(state, now) ? (
          <>
            <WarningOutlined aria-hidden /> {text('wall.old', { time: shown })}
          </>
        ) : (
          text('wall.fresh', { time: shown })
        )}
      </p>
    </>
  );
}

/** Name of the company, asked for once the server answers; '' until then. */
function useCompany(tenantId: string | undefined, reachable: boolean): string {
  const kept = useEnterprise((state) => (state.config.tenantId === tenantId ? state.config.tenantName : ''));
  const [name, setName] = useState('');
  useEffect(() => {
    if (!reachable) return;
    let gone = false;
    fetchEnterpriseConfig(tenantId ?? '').then(
      ({ tenantName }) => {
        if (!gone) setName(tenantName);
      },
      // The figures matter more than whose they are.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [tenantId, reachable]);
  return name || kept;
}
