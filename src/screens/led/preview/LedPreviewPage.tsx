import { Button, Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { DATE_TIME_FORMAT } from '../../../field-types/date-range.tsx';
import { DatePicker, pickerDate } from '../../../field-types/pickers.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScreenText } from '../../texts/texts.ts';
import { playing } from '../program/playing.ts';
import { Stage } from '../program/Stage.tsx';
import type { ScreenPrograms } from '../program/screen-programs.ts';
import { usePlantSecond } from '../program/usePlantSecond.ts';
import { useScreenPrograms } from '../program/useScreenPrograms.ts';
import { useScreens } from '../program/useScreens.ts';
import styles from './LedPreviewPage.module.css';
import { useScale } from './useScale.ts';

/** Pixels of a screen whose size nobody has entered. */
const SIZE = { width: 1920, height: 1080 } as const;

/** What a screen shows at its true size, now or at another time: the same as its player. */
export function LedPreviewPage() {
  const text = useScreenText();
  const [query, setQuery] = useSearchParams();
  const { screens, problem } = useScreens();
  const tenantId = useSession((state) => state.userInfo?.tenantId ?? state.tenantId);
  const id = query.get('screen') ?? screens?.[0]?.id ?? '';
  const { state, screen } = useScreenPrograms(id, tenantId);
  const second = usePlantSecond();
  const [fixed, setFixed] = useState<string>();
  if (problem !== undefined) return <ErrorState title={text('led.screens.failed')} message={problem} />;
  if (screens?.length === 0) return <EmptyState title={text('led.screens.none')} />;
  return (
    <main className={styles.page}>
      <h1>{text('led.preview')}</h1>
      <div className={styles.tools}>
        <label htmlFor="led-screen">
          <span>{text('led.screen')}</span>
          <Select
            id="led-screen"
            className={styles.select ?? ''}
            loading={screens === undefined}
            value={id === '' ? null : id}
            options={(screens ?? []).map((one) => ({ value: one.id, label: one.label }))}
            onChange={(value) => setQuery({ screen: value })}
          />
        </label>
        <label htmlFor="led-time">
          <span>{text('led.time')}</span>
          <DatePicker
            id="led-time"
            showTime
            format={DATE_TIME_FORMAT}
            allowClear={false}
            // The clock that runs stands behind it: a value that changes each second would take what is being typed.
            value={fixed === undefined ? null : pickerDate(fixed)}
            placeholder={second}
            onChange={(value) => setFixed(value?.format(DATE_TIME_FORMAT))}
          />
        </label>
        {fixed === undefined ? null : <Button onClick={() => setFixed(undefined)}>{text('led.now')}</Button>}
        {id === '' ? null : (
          <Button href={`/led?${new URLSearchParams({ screen: id, tenantId })}`} target="_blank">
            {text('led.play')}
          </Button>
        )}
      </div>
      {screen === undefined ? (
        <p role="status">{{ loading: '', playing: '', gone: text('led.gone'), away: text('led.away') }[state]}</p>
      ) : (
        <Shown screen={screen} time={fixed ?? second} />
      )}
    </main>
  );
}

function Shown({ screen, time }: { screen: ScreenPrograms; time: string }) {
  const text = useScreenText();
  const now = playing(screen, time);
  const width = screen.width ?? SIZE.width;
  const height = screen.height ?? SIZE.height;
  const { frame, scale } = useScale(width);
  return (
    <>
      <p className={styles.told} role="status">
        {now === undefined
          ? text('led.nothing', { time })
          : text('led.showing', { seconds: Math.ceil(now.left), count: screen.programs.length })}
        {' · '}
        {text('led.size', { width, height, percent: Math.round(scale * 100) })}
      </p>
      <div ref={frame} className={styles.frame} style={{ height: height * scale }}>
        <div className={styles.scaled} style={{ transform: `scale(${scale})` }}>
          <Stage program={now?.program} since={now?.since ?? 0} width={width} height={height} />
        </div>
      </div>
    </>
  );
}
