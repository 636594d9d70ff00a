import { type KeyboardEvent, useState } from 'react';

/** Whether caps lock is on, as far as the keys pressed inside the watched element tell. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { on, watch: { onKeyDown: look, onKeyUp: look } };
}
