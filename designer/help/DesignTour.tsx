import { QuestionCircleOutlined } from '@ant-design/icons';
import { Tour } from 'antd';
import { useState } from 'react';
import { useSession } from '../../src/api/session.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { useHelpText } from './texts.ts';
import { hasSeenTour, noteTourSeen } from './tour-seen.ts';

/** Stops of the tour with what they stand at; the last stands for itself. */
const STOPS = [
  { stop: 'outline', at: '[data-name="outline"]', placement: 'right' },
  { stop: 'canvas', at: '[data-name="canvas"]', placement: 'left' },
  { stop: 'properties', at: '[data-name="properties"]', placement: 'left' },
  { stop: 'undo', at: '[data-tour="acts"]', placement: 'bottom' },
  { stop: 'publish', at: '[data-tour="acts"]', placement: 'bottom' },
] as const;

/** A tour of five stops: it comes by itself when somebody designs for the first time, and again by its button. */
export function DesignTour() {
  const text = useHelpText();
  const userId = useSession((state) => state.userInfo?.userId ?? '');
  const [open, setOpen] = useState(() => !hasSeenTour(userId));
  const [current, setCurrent] = useState(0);
  const close = () => {
    noteTourSeen(userId);
    setOpen(false);
  };
  return (
    <>
      <ToolButton
        label={text('tour')}
        icon={<QuestionCircleOutlined />}
        onClick={() => {
          setCurrent(0);
          setOpen(true);
        }}
      />
      <Tour
        open={open}
        mask={false}
        current={current}
        onChange={setCurrent}
        onClose={close}
        onFinish={close}
        steps={STOPS.map(({ stop, at, placement }, index) => ({
          title: text(`tour.${stop}`),
          description: text(`tour.${stop}.what`),
          placement,
          target: () => targetAt(at),
          nextButtonProps: { children: text(index === STOPS.length - 1 ? 'tour.done' : 'tour.next') },
          prevButtonProps: { children: text('tour.back') },
        }))}
      />
    </>
  );
}

/** What a stop stands at; on a phone only one part is there, and the others are told in the middle. */
function targetAt(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  return found !== null && found.offsetParent !== null ? found : document.body;
}
