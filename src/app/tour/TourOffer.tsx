import { Alert, Button, Space } from 'antd';
import { CHOICE, useChoice } from '../../api/choices.ts';
import { useTourText } from './texts.ts';
import styles from './tour.module.css';
import { endTour, startTour, tourState, useTour } from './tour.ts';
import { useTourStops } from './tour-ground.ts';

/** Offers the tour on the page with which a person begins, until he has seen it or says that he does not want it. */
export function TourOffer() {
  const text = useTourText();
  const state = tourState(useChoice(CHOICE.tour));
  const open = useTour((tour) => tour.open);
  const stops = useTourStops();
  if (state === 'done' || open || stops.length === 0) return null;
  const again = typeof state === 'number';
  return (
    <Alert
      className={styles.offer ?? ''}
      type="info"
      showIcon
      data-print="none"
      title={again ? text('offer.again', { step: Math.min(state, stops.length - 1) + 1 }) : text('offer')}
      action={
        <Space>
          <Button size="small" type="primary" onClick={startTour}>
            {text(again ? 'goOn' : 'start')}
          </Button>
          <Button size="small" type="text" onClick={endTour}>
            {text('decline')}
          </Button>
        </Space>
      }
    />
  );
}
