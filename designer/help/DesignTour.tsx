import { QuestionCircleOutlined } from '@ant-design/icons';
import { Tour } from 'antd';
import { useEffect, useState } from 'react';
import { fetchPreferences, savePreference } from '../../src/api/preferences.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { useHelpText } from './texts.ts';

/** Stops of the tour with what they stand at; the last stands for itself. */
const STOPS = [
  { stop: 'outline', at: '[data-name="outline"]', placement: 'right' },
  { stop: 'canvas', at: '[data-name="canvas"]', placement: 'left' },
  { stop: 'properties', at: '[data-name="properties"]', placement: 'left' },
  { stop: 'undo', at: '[data-tour="acts"]', placement: 'bottom' },
  { stop: 'publish', at: '[data-tour="acts"]', placement: 'bottom' },
] as const;

/** Where it is kept with the person that the tour was seen. */
const SEEN = 'design.tour';

/** A tour of five stops: it comes by itself when somebody designs for the first time, and again by its button. */
export function DesignTour() {
  const text = useHelpText();
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    // Where it cannot be asked, the tour is there by its button alone.
    fetchPreferences(leaving.signal).then(
      (chosen) => leaving.signal.aborted || setOpen(chosen[SEEN] === undefined),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  const close = () => {
    setOpen(false);
    savePreference(SEEN, 'seen').catch(() => {});
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
