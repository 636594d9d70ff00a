/** Roles whose pages stand in the management system. */
export const MANAGEMENT_ROLES = ['administrator', 'auditor', 'systemAdmin', 'securityAdmin', 'auditAdmin'] as const;
