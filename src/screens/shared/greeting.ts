/** Part of the day by which a person is greeted. */
type Greeting = 'morning' | 'forenoon' | 'noon' | 'afternoon' | 'evening';

/** Greeting of an hour (0 to 23): before 9 morning, up to 11 forenoon, up to 13 noon, before 20 afternoon, else evening. */
export function greetingOf(hour: number): Greeting {
  if (hour < 9) {
    return 'morning';
  }
  if (hour <= 11) {
    return 'forenoon';
  }
  if (hour <= 13) {
    return 'noon';
  }
  return hour < 20 ? 'afternoon' : 'evening';
}
