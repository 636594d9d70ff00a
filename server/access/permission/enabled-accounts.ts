/** Accounts of the connection's tenant that are in use, over `data."user" u`; `$1` is the tenant. */
export const ENABLED_ACCOUNTS = `u."tenantId" = $1 and u."isDeleted" = 0 and u.status <> '0'`;
