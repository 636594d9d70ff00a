/** Where a browser keeps that a person has seen the tour. */
const keyOf = (userId: string): string => `anlan-design-tour/${userId}`;

/** Whether a person has seen the tour in this browser. */
export function hasSeenTour(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    // Where nothing can be kept it would come again each time.
    return true;
  }
}

/** Notes that a person has seen the tour. */
export function noteTourSeen(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), 'seen');
  } catch {
    // It is then called by its button alone.
  }
}
