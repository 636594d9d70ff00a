import type { TourProps } from 'antd';

/** A stop of the tour: its name in the texts, and what it stands at. */
export interface TourStop {
  readonly name: 'tasks' | 'add' | 'manage' | 'design' | 'find' | 'menu' | 'person';
  readonly at: string;
  readonly placement: NonNullable<TourProps['placement']>;
}

/** What of the shell is there for a person, as his roles have it. */
interface TourGround {
  readonly adds: boolean;
  readonly manages: boolean;
  readonly designs: boolean;
}

/** Fewest stops that are worth being led to. */
export const FEWEST_STOPS = 4;

const MOST_STOPS = 5;

/** The stops for a person: what waits for him first, then what his roles give him that others do not have, then the rest. */
export function tourStops({ adds, manages, designs }: TourGround): readonly TourStop[] {
  const stops: readonly (TourStop & { readonly wanted: boolean })[] = [
    { name: 'tasks', at: '[data-tour="tasks"]', placement: 'bottom', wanted: true },
    { name: 'add', at: '[data-tour="add"]', placement: 'bottom', wanted: adds },
    { name: 'manage', at: '[data-tour="person"]', placement: 'bottomRight', wanted: manages },
    { name: 'design', at: '[data-tour="person"]', placement: 'bottomRight', wanted: designs && !manages },
    { name: 'find', at: '[data-tour="find"]', placement: 'bottom', wanted: true },
    { name: 'menu', at: '[data-tour="menu"]', placement: 'rightTop', wanted: true },
    { name: 'person', at: '[data-tour="person"]', placement: 'bottomRight', wanted: true },
  ];
  const wanted = stops.filter((stop) => stop.wanted);
  return wanted.slice(0, wanted.length > MOST_STOPS ? MOST_STOPS : wanted.length);
}
