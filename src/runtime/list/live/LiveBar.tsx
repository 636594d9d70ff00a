import { Button, Switch } from 'antd';
import { formatFigure } from '../../../core/wire/statistics.ts';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { useEntityPage } from '../../EntityContext.ts';
import { useListText } from '../text.ts';
import type { ListController } from '../useListController.ts';
import type { LiveList } from './useLiveList.ts';

interface LiveBarProps {
  readonly list: ListController;
  /** Undefined for a list at which nobody sits. */
  readonly live: LiveList | undefined;
}

/** What wants an answer, above an attended list: how many, the key that answers, and the switch of the sound. */
export function LiveBar({ list, live }: LiveBarProps) {
  const { page } = useEntityPage();
  const text = useListText();
  const phone = useIsPhone();
  const asked = page.page.live;
  if (live === undefined || asked === undefined || live.waiting === undefined) return null;
  const { waiting, sound, switchSound } = live;
  const title = page.metadata.entity.statistics?.measures?.[asked.measure]?.title ?? '';
  const step = asked.respond === undefined ? undefined : page.model.transitions[asked.respond]?.title;
  const figure = formatFigure({ ...asked, page: undefined, key: undefined });
  return (
    <div className={waiting > 0 ? 'anlan-live anlan-live-waiting' : 'anlan-live'}>
      <span className="anlan-live-count" role="status">
        {waiting === 0 ? text('live.none', { title }) : text('live.waiting', { count: waiting, title })}
      </span>
      {waiting > 0 && list.state.figure !== figure && (
        <Button type="link" size="small" onClick={() => list.showFigure(figure)}>
          {text('live.show')}
        </Button>
      )}
      <span className="anlan-live-aside">
        {sound === 'blocked'
          ? text('live.blocked')
          : !phone && live.answer !== undefined && step !== undefined
            ? text('live.key', { step })
            : ''}
      </span>
      {sound !== 'none' && (
        <span className="anlan-live-sound">
          {text('live.sound')}
          <Switch size="small" checked={sound !== 'off'} onChange={switchSound} aria-label={text('live.sound')} />
        </span>
      )}
    </div>
  );
}
