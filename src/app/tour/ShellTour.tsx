import { Tour } from 'antd';
import { useEffect } from 'react';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { TourStop } from './stops.ts';
import { useTourText } from './texts.ts';
import { endTour, leaveTour, stepTour, useTour } from './tour.ts';

/** The tour through the shell. Nothing is barred meanwhile; whoever goes elsewhere finds it where he left it. */
export function ShellTour({ stops }: { stops: readonly TourStop[] }) {
  const text = useTourText();
  const phone = useIsPhone();
  const step = Math.min(
    useTour((tour) => tour.step),
    stops.length - 1,
  );
  useEffect(() => leaveTour, []);
  const isLast = step === stops.length - 1;
  return (
    <Tour
      open
      mask={false}
      current={step}
      onChange={stepTour}
      onClose={() => (isLast ? endTour() : leaveTour())}
      onFinish={endTour}
      steps={stops.map(({ name, at, placement }, index) => ({
        title: text(name),
        description: text(name === 'menu' && phone ? 'menu.phone' : `${name}.what`),
        placement: phone ? 'bottom' : placement,
        target: () => targetAt(at),
        nextButtonProps: { children: text(index === stops.length - 1 ? 'done' : 'next') },
        prevButtonProps: { children: text('back') },
      }))}
    />
  );
}

/** What a stop stands at: what of it is on the screen. */
function targetAt(selector: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.offsetParent !== null);
  return found ?? document.body;
}
