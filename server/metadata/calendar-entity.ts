/** The entity that keeps what differs from free weekends; the platform ships it as metadata. */
export const CALENDAR_ENTITY = 'workCalendar';
