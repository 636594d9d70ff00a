import { create } from 'zustand';
import { CHOICE, choiceOf, choose } from '../../api/choices.ts';

/** The tour through the shell while it is shown. */
export const useTour = create<{ readonly open: boolean; readonly step: number }>()(() => ({ open: false, step: 0 }));

const DONE = 'done';

/** Where a tour stands: not offered yet, left at a stop, or done with. */
export function tourState(kept: string): 'new' | 'done' | number {
  if (kept === '') return 'new';
  const step = Number.parseInt(kept, 10);
  return kept === DONE || Number.isNaN(step) || step < 0 ? 'done' : step;
}

/** Begins it, where it was left or from the start. */
export function startTour(): void {
  const state = tourState(choiceOf(CHOICE.tour));
  useTour.setState({ open: true, step: typeof state === 'number' ? state : 0 });
}

/** Goes to a stop; whoever is interrupted there goes on from it. */
export function stepTour(step: number): void {
  useTour.setState({ step });
  choose(CHOICE.tour, String(step));
}

/** Leaves it at the stop that it is at. */
export function leaveTour(): void {
  useTour.setState({ open: false });
}

/** Is done with it: seen to its end, or not wanted. */
export function endTour(): void {
  useTour.setState({ open: false });
  choose(CHOICE.tour, DONE);
}
