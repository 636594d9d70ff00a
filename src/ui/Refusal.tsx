import { useEffect, useRef } from 'react';

/**
 * Why what somebody sent was refused. It comes into sight by itself: it stands below what was filled in, where a long
 * form on a phone would leave it under the bar with the button that was pressed.
 */
export function Refusal({ text }: { readonly text: string | undefined }) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  if (!text) return null;
  return (
    <div ref={shown} className="anlan-fault anlan-refusal" role="alert">
      {text}
    </div>
  );
}
