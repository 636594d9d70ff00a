import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { browserEnvironment } from '../../runtime/model/record-environment.ts';
import { useServerClock } from '../../runtime/view/useServerClock.ts';
import { Countdowns } from './Countdowns.tsx';
import { countdownsOf } from './countdown.ts';
import type { CardSettings } from './definition.ts';

/** The countdowns of one card, by a clock of their own: the board around is not drawn each second. */
export function CardCountdowns({ record, settings }: { readonly record: WireRecord; readonly settings: CardSettings }) {
  const { page, me } = useEntityPage();
  const now = useServerClock(page.metadata.timeZone);
  return <Countdowns countdowns={countdownsOf(record, settings, now, browserEnvironment(page, me))} />;
}
