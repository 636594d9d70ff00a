import { Button, Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { DATE_TIME_FORMAT } from '../../../field-types/date-range.tsx';
import { DatePicker, pickerDate } from '../../../field-types/pickers.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScreenText } from '../../texts/texts.ts';
import { ScaledStage } from '../program/ScaledStage.tsx';
import { showsTickets } from '../program/screen-programs.ts';
import { useMedia } from '../program/useMedia.ts';
import { usePlantSecond } from '../program/usePlantSecond.ts';
import { screenPlace, useScreenPrograms } from '../program/useScreenPrograms.ts';
import { useScreens } from '../program/useScreens.ts';
import { useTicketRows } from '../program/useTicketRows.ts';
import styles from './LedPreviewPage.module.css';

/** What a screen shows at its true size, now or at another time: the same as its player. */
export function LedPreviewPage() {
  const text = useScreenText();
  const [query, setQuery] = useSearchParams();
  const { screens, problem } = useScreens();
  const tenantId = useSession((state) => state.userInfo?.tenantId ?? state.tenantId);
  const id = query.get('screen') ?? screens?.[0]?.id ?? '';
  const { state, screen } = useScreenPrograms(id, tenantId);
  const media = useMedia(screenPlace(id, tenantId), tenantId, screen?.programs);
  const tickets = useTicketRows(tenantId, showsTickets(screen));
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
        <ScaledStage screen={screen} time={fixed ?? second} media={media} tickets={tickets} />
      )}
    </main>
  );
}
