/** Name in `distinct` that stands for whoever made the record; in a vote also for whoever asked for it. */
export const CREATOR = 'creator';

/** Name in `distinct` that stands for those who have voted. */
export const VOTES = 'votes';
