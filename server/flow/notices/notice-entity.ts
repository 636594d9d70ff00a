/** The entity that keeps notices; the platform ships it as metadata. */
export const NOTICE_ENTITY = 'notice';
