import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { fixedColours } from '../../../ui/theme/palette.ts';
import type { Program } from './playing.ts';
import styles from './Stage.module.css';
import { scrollPlace } from './scroll-place.ts';

interface StageProps {
  /** What is shown; undefined for nothing. */
  readonly program: Program | undefined;
  /** Seconds since its turn began. */
  readonly since: number;
  /** Pixels of the screen; the whole window where they are not known. */
  readonly width: number | null;
  readonly height: number | null;
}

const ALIGN: Readonly<Record<string, CSSProperties['textAlign']>> = { left: 'left', center: 'center', right: 'right' };

/** A screen at its true size with what it shows now. Where its text stands follows from the time alone. */
export function Stage({ program, since, width, height }: StageProps) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const mode = program?.scrollMode ?? 'auto';
  useLayoutEffect(() => {
    const begun = performance.now() - since * 1000;
    const draw = () => {
      const [outer, inner] = [box.current, line.current];
      if (outer === null || inner === null) return;
      const { x, y } = scrollPlace(mode, (performance.now() - begun) / 1000, {
        outer: { width: outer.clientWidth, height: outer.clientHeight },
        inner: { width: inner.scrollWidth, height: inner.scrollHeight },
      });
      inner.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    };
    draw();
    if (mode !== 'left') return;
    // A running line moves with every frame, until the next second says where it is.
    let frame = requestAnimationFrame(function next() {
      draw();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [mode, since]);
  const words = program?.lunboArchText ?? '';
  return (
    <div
      ref={box}
      className={styles.box}
      data-testid="led-stage"
      data-program={program?.id}
      style={{
        width: width ?? '100vw',
        height: height ?? '100dvh',
        background: program?.bgColor ?? fixedColours.ledBackground,
        color: program?.textColor ?? fixedColours.ledText,
        fontSize: program?.fontSize ?? 32,
        textAlign: ALIGN[program?.align ?? 'left'] ?? 'left',
      }}
    >
      <div ref={line} className={mode === 'left' ? styles.line : styles.text}>
        {mode === 'left' ? words.replace(/\s+/g, ' ') : words}
      </div>
    </div>
  );
}
