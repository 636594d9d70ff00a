/** Most rows of a table that records are entered in; what is more is entered on its page. */
export const MOST_RECORDS = 100;
