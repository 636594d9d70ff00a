import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  List,
  ResourceTimeline,
  TimeGrid,
} from '@event-calendar/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { machineNow, plantTime } from '../../api/plant-clock.ts';
import { CrowdedDay } from './CrowdedDay.tsx';
import type { CalendarEntry } from './calendar-entry.ts';
import { thinned } from './crowded-days.ts';
import { dayReached, isLong, listedOnce, shiftedBy, spanAround } from './time-span.ts';
import { useRowsInSight } from './useRowsInSight.tsx';
import '@event-calendar/core/index.css';
import './event-calendar.css';

/** How time is drawn. */
export type CalendarMode =
  | 'dayGridMonth'
  | 'timeGridWeek'
  | 'listMonth'
  | 'listWeek'
  | 'resourceTimelineMonth'
  | 'resourceTimelineWeek';

/** Where an entry was dropped, by wall clock as it was given. */
export interface CalendarDrop {
  readonly id: string;
  readonly start: string;
  readonly end: string | undefined;
  /** Row that it was taken to and the one that it was taken from; undefined where it stayed in its own. */
  readonly row: { readonly from: string; readonly to: string } | undefined;
}

interface EventCalendarProps {
  readonly mode: CalendarMode;
  /** A day of the time that is shown, `YYYY-MM-DD`. */
  readonly date: string;
  readonly entries: readonly CalendarEntry[];
  readonly rows?: readonly { readonly key: string; readonly title: string }[];
  readonly locale: string;
  readonly texts: { readonly allDay: string; readonly more: (count: number) => string; readonly none: string };
  readonly onOpen: (id: string) => void;
  /** An entry goes back to where it was; whoever asks may move it. */
  readonly onDrop: (drop: CalendarDrop) => void;
}

const PLUGINS = [DayGrid, TimeGrid, List, ResourceTimeline, Interaction];

/** Entries over time, drawn by the library, in our colours and words. Dropping one changes nothing by itself. */
export function EventCalendar(props: EventCalendarProps) {
  const target = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(undefined);
  const { mode, date, locale, texts, onOpen, onDrop } = props;
  const [day, setDay] = useState<string>();
  const { rows, end } = useRowsInSight(props.rows);
  const { shown, crowded } = useMemo(() => {
    if (mode === 'dayGridMonth') return thinned(props.entries, spanAround(date, 'month'));
    const drawn = new Set(rows?.map(({ key }) => key));
    const stands = (entry: CalendarEntry) => entry.rows === undefined || entry.rows.some((key) => drawn.has(key));
    return { shown: rows === undefined ? props.entries : props.entries.filter(stands), crowded: undefined };
  }, [mode, date, props.entries, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words change with the language.
  const drawing = useMemo(
    () => ({
      mode,
      date,
      rows,
      locale,
      events: [
        ...shown.map((entry) => eventOf(entry, mode, date)),
        ...[...(crowded ?? [])].map(([on, { left }]) => moreOf(on, texts.more(left))),
      ],
    }),
    [mode, date, rows, locale, shown, crowded],
  );
  const drawn = useRef<typeof drawing>(undefined);
  const latest = useRef({ drawing, texts, onOpen, onDrop, onMore: setDay });
  latest.current = { drawing, texts, onOpen, onDrop, onMore: setDay };

  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const made = createCalendar(element, PLUGINS, optionsOf(latest));
    calendar.current = made;
    drawn.current = latest.current.drawing;
    const tidy = keepTidy(element);
    return () => {
      tidy.disconnect();
      calendar.current = undefined;
      void destroyCalendar(made);
    };
  }, []);
  useEffect(() => {
    const made = calendar.current;
    // It is made with the first one: thousands of entries are not drawn twice.
    if (made === undefined || drawn.current === drawing) return;
    const changesWay = drawn.current?.mode !== drawing.mode;
    drawn.current = drawing;
    const { mode, date, locale, rows, events } = drawing;
    // What one way of standing in time holds would take another one long to draw.
    if (changesWay) made.setOption('events', []);
    made.setOption('view', mode);
    made.setOption('date', date);
    made.setOption('locale', locale);
    made.setOption('resources', resourcesOf(rows));
    made.setOption('events', events);
  }, [drawing]);

  // Days and rows go across; below each other entries stand as on any page.
  const paper = mode.startsWith('list') ? undefined : 'wide';
  return (
    <>
      <div ref={target} className="anlan-calendar" data-paper={paper} />
      {end}
      <CrowdedDay
        day={day}
        entries={(day === undefined ? undefined : crowded?.get(day)?.entries) ?? []}
        onOpen={onOpen}
        onClose={() => setDay(undefined)}
      />
    </>
  );
}

/** What the library draws, and what it calls. */
interface Latest extends Pick<EventCalendarProps, 'texts' | 'onOpen' | 'onDrop'> {
  readonly drawing: Pick<EventCalendarProps, 'mode' | 'date' | 'locale'> & {
    readonly rows: EventCalendarProps['rows'];
    readonly events: Calendar.EventInput[];
  };
  /** Opens all entries of a day, `YYYY-MM-DD`. */
  readonly onMore: (day: string) => void;
}

const resourcesOf = (rows: EventCalendarProps['rows']) => (rows ?? []).map(({ key, title }) => ({ id: key, title }));

function optionsOf(latest: { readonly current: Latest }): Calendar.Options {
  const { texts, drawing } = latest.current;
  const { mode, date, locale, rows, events } = drawing;
  return {
    view: mode,
    date,
    locale,
    timeZone: plantOffset(),
    firstDay: 1,
    headerToolbar: { start: '', center: '', end: '' },
    height: 'auto',
    eventDurationEditable: false,
    slotMinTime: '06:00',
    slotMaxTime: '22:00',
    flexibleSlotTimeLimits: true,
    allDayContent: texts.allDay,
    noEventsContent: texts.none,
    slotLabelFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    eventTimeFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    views: {
      resourceTimelineMonth: { slotDuration: { days: 1 }, dayHeaderFormat: { day: 'numeric' } },
      resourceTimelineWeek: { slotDuration: { days: 1 }, slotLabelFormat: { day: 'numeric', weekday: 'short' } },
    },
    resources: resourcesOf(rows),
    events,
    eventContent: ({ event, timeText }) => ({ domNodes: contentOf(event, timeText) }),
    eventClick: ({ event }) => {
      const { more } = event.extendedProps;
      if (typeof more === 'string') latest.current.onMore(more);
      else latest.current.onOpen(String(event.id));
    },
    eventDrop: (info) => {
      // It stands at its new place only once the server has agreed.
      info.revert();
      latest.current.onDrop(dropOf(info));
    },
  };
}

/** The line below a day's entries that opens all of them. */
function moreOf(day: string, title: string): Calendar.EventInput {
  // Behind whatever else is on that day.
  const at = `${day}T23:59:59`;
  return {
    id: `more/${day}`,
    title,
    start: at,
    end: at,
    startEditable: false,
    classNames: ['anlan-more'],
    extendedProps: { more: day, first: day },
  };
}

function eventOf(entry: CalendarEntry, mode: CalendarMode, date: string): Calendar.EventInput {
  const { id, title, word, color, start, end, movable, rows } = entry;
  // Below each other, what lasts a month would stand there thirty times and hide all else.
  const once = listStart(mode, date, entry);
  // Beside each other by the hour, what lasts a day would be strips that nobody can read.
  const days = entry.days || (mode === 'timeGridWeek' && isLong(start, end));
  return {
    id,
    title,
    ...(once === undefined ? timeOf(start, end, days) : timeOf(once.day, undefined, true)),
    startEditable: movable,
    classNames: ['anlan-entry', `anlan-entry-${color}`],
    extendedProps: { word, first: start, last: end, span: once?.words },
    ...(rows === undefined ? {} : { resourceIds: [...rows] }),
  };
}

function timeOf(
  start: string,
  end: string | undefined,
  days: boolean,
): Pick<Calendar.EventInput, 'start' | 'end' | 'allDay'> {
  return {
    start: days ? start.slice(0, 10) : start.replace(' ', 'T'),
    // The library's last day is the one after it, and what only begins lasts no time.
    end: days ? dayAfter(dayReached(end ?? start)) : (end ?? start).replace(' ', 'T'),
    allDay: days,
  };
}

/** Where an entry of several days stands in a list; undefined where it stands as it is. */
function listStart(mode: CalendarMode, date: string, { start, end }: CalendarEntry): ReturnType<typeof listedOnce> {
  if (!mode.startsWith('list')) return undefined;
  return listedOnce(start, end, spanAround(date, mode === 'listWeek' ? 'week' : 'agenda').from);
}

function contentOf(event: Calendar.Event, timeText: string): Node[] {
  const part = (className: string, text: string): Node[] => {
    if (text === '') return [];
    const element = document.createElement('span');
    element.className = className;
    element.textContent = text;
    return [element];
  };
  const { word, span, more } = event.extendedProps;
  const nodes = [
    ...part('anlan-entry-time', typeof span === 'string' ? span : event.allDay || more !== undefined ? '' : timeText),
    ...part('anlan-entry-word', typeof word === 'string' ? word : ''),
    ...part('anlan-entry-title', String(event.title)),
  ];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'anlan-entry-open';
  // Where it stands says on which day it is; who does not see that is told.
  const { first, last } = event.extendedProps;
  const when = [first, last].filter((time) => typeof time === 'string').join(' – ');
  button.setAttribute('aria-label', [when, word, event.title].filter((part) => typeof part === 'string').join(' '));
  button.append(...nodes);
  // The press that follows is what opens it, and the library would take the key for another one.
  button.addEventListener('keydown', (pressed) => pressed.stopPropagation());
  return [button];
}

/** The plant's clock as the library knows clocks: by how far it is from this machine's, whatever that says. */
function plantOffset(): string {
  const minutes = Math.round((Date.parse(`${plantTime().replace(' ', 'T')}Z`) - machineNow()) / 60_000);
  // It takes none for its own.
  const away = Math.abs(minutes) || 1;
  const part = (number: number): string => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(Math.floor(away / 60))}:${part(away % 60)}`;
}

/**
 * Takes from what the library draws the parts of a table that it does not complete, and the press of an entry, which is
 * that of the button within it.
 */
function keepTidy(element: HTMLElement): { disconnect(): void } {
  let names: HTMLElement | null = null;
  const measured = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box !== undefined) element.style.setProperty('--anlan-rows', `${box.inlineSize}px`);
  });
  const tidy = (): void => {
    for (const part of element.querySelectorAll('.ec[role], .ec [role]:not(a)')) part.removeAttribute('role');
    for (const part of element.querySelectorAll('[aria-colindex]')) part.removeAttribute('aria-colindex');
    // Days are the first headings below that of the page.
    for (const day of element.querySelectorAll('h4:not([aria-level])')) day.setAttribute('aria-level', '2');
    for (const entry of element.querySelectorAll('article[tabindex]')) entry.removeAttribute('tabindex');
    // Words of a bar begin behind the names of the rows, which lie over it.
    const found = element.querySelector<HTMLElement>('.ec-timeline .ec-sidebar');
    if (found === names) return;
    measured.disconnect();
    names = found;
    if (found !== null) measured.observe(found);
  };
  const observer = new MutationObserver(tidy);
  observer.observe(element, { childList: true, subtree: true });
  tidy();
  return {
    disconnect() {
      observer.disconnect();
      measured.disconnect();
    },
  };
}

function dropOf({ event, oldResource, newResource, delta }: Calendar.EventDropInfo): CalendarDrop {
  const { first, last } = event.extendedProps;
  const shifted = (text: unknown) => (typeof text === 'string' ? shiftedBy(text, delta) : undefined);
  const moved = oldResource !== undefined && newResource !== undefined && oldResource.id !== newResource.id;
  return {
    id: String(event.id),
    start: shifted(first) ?? '',
    end: shifted(last),
    row: moved ? { from: oldResource.id, to: newResource.id } : undefined,
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
