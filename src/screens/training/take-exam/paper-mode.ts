/** How questions are shown: one at a time, or all below each other. */
export type PaperMode = 'one' | 'all';
