/** The entity that keeps the log; the platform ships it as metadata. */
export const AUDIT_ENTITY = 'auditLog';
