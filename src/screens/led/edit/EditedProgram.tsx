import { Select } from 'antd';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { shownAs } from '../../../core/files/upload-limits.ts';
import { listed } from '../../../core/text/punctuate.ts';
import { fileName, storedFiles } from '../../../field-types/upload/stored-files.ts';
import type { BesideProps } from '../../../runtime/form/beside.ts';
import { observed } from '../../../runtime/form/observed.ts';
import type { RecordData } from '../../../runtime/model/record-view.ts';
import { useScreenText } from '../../texts/texts.ts';
import { conflictsOf } from '../program/conflicts.ts';
import type { Program } from '../program/playing.ts';
import { ScaledStage } from '../program/ScaledStage.tsx';
import { programOf, type ScreenPrograms } from '../program/screen-programs.ts';
import { usePlantSecond } from '../program/usePlantSecond.ts';
import { useScreenPrograms } from '../program/useScreenPrograms.ts';
import { useScreens } from '../program/useScreens.ts';
import { useTicketRows } from '../program/useTicketRows.ts';
import styles from './EditedProgram.module.css';

/** Fields from which the look of a program follows. */
const LOOKED_AT = [
  ...['programName', 'programType', 'lunboArchText', 'mediaFiles', 'screenIds', 'bgColor', 'textColor', 'fontSize'],
  ...['align', 'scrollMode', 'priority', 'validTime', 'validEnd', 'dailyTime', 'dailyEnd', 'playSeconds', 'sort'],
  ...['fit', 'filmMode'],
];

/** A program as it stands in its form, at the true size of a screen, with what it meets there; it follows each change. */
export const EditedProgram = observed(({ engine }: BesideProps) => {
  for (const key of LOOKED_AT) engine.field(key)?.value;
  const values = engine.values();
  return <Look values={values} id={String(engine.stored()?.id ?? 'new')} />;
});

function Look({ values, id }: { values: RecordData; id: string }) {
  const text = useScreenText();
  const tenantId = useSession((state) => state.userInfo?.tenantId ?? state.tenantId);
  const { screens = [] } = useScreens();
  const chosen = Array.isArray(values.screenIds) ? values.screenIds.map(String) : [];
  const [wanted, want] = useState('');
  const screenId = chosen.includes(wanted) ? wanted : (chosen[0] ?? '');
  const { screen } = useScreenPrograms(screenId, tenantId);
  const tickets = useTicketRows(tenantId, values.programType === 'tickets');
  const time = usePlantSecond();
  const own = editedProgram(values, id);
  const media = new Map(
    storedFiles(values.mediaFiles).flatMap(({ attachId, link }) => (link === '' ? [] : [[attachId, link] as const])),
  );
  const labels = new Map(screens.map((one) => [one.id, one.label]));
  return (
    <aside className={styles.box} aria-label={text('led.edit.look')}>
      {chosen.length > 1 ? (
        <Select
          aria-label={text('led.screen')}
          className={styles.select ?? ''}
          value={screenId}
          options={chosen.map((one) => ({ value: one, label: labels.get(one) ?? one }))}
          onChange={want}
        />
      ) : null}
      {screen === undefined ? (
        <p className={styles.said}>{text('led.edit.noScreen')}</p>
      ) : (
        <>
          <ScaledStage screen={alone(screen, own, time)} time={time} media={media} tickets={tickets} />
          <Met own={own} screen={screen} />
        </>
      )}
    </aside>
  );
}

/** The program alone on a screen at this moment, whenever it is meant to be shown: its look is what is asked for. */
function alone(screen: ScreenPrograms, own: Program, time: string): ScreenPrograms {
  const today = time.slice(0, 10);
  return { ...screen, programs: [{ ...own, validTime: today, validEnd: today, dailyTime: null, dailyEnd: null }] };
}

function editedProgram(values: RecordData, id: string): Program {
  const mediaFiles = storedFiles(values.mediaFiles).map((file) => {
    const shown = shownAs(fileName(file));
    return { file: file.attachId, kind: shown === undefined ? '' : `${shown}/*` };
  });
  return programOf({ ...values, id, mediaFiles });
}

/** What the program meets on the screen, in words. */
function Met({ own, screen }: { own: Program; screen: ScreenPrograms }) {
  const text = useScreenText();
  const named = (programs: readonly Program[]) => listed(programs.map(({ programName, id }) => programName ?? id));
  if (own.validTime === null || own.validEnd === null) return <p className={styles.said}>{text('led.edit.noDates')}</p>;
  if (own.validEnd < own.validTime)
    return (
      <p role="alert" className={styles.fault}>
        {text('led.edit.turned')}
      </p>
    );
  const { pushedAsideBy, pushesAside, takesTurnsWith, own: seconds, whole } = conflictsOf(own, screen.programs);
  const lines = [
    pushedAsideBy.length === 0 ? undefined : text('led.edit.pushedAside', { programs: named(pushedAsideBy) }),
    pushesAside.length === 0 ? undefined : text('led.edit.pushesAside', { programs: named(pushesAside) }),
    takesTurnsWith.length === 0
      ? undefined
      : text('led.edit.turns', { programs: named(takesTurnsWith), whole, seconds }),
  ].filter((line) => line !== undefined);
  return (
    <ul className={styles.met} aria-label={text('led.edit.met', { screen: screen.name })}>
      {(lines.length === 0 ? [text('led.edit.free')] : lines).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
