import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

/**
 * Roll-ups that all records of a company have been counted for, with the day on which they were: of one that is not here
 * the column is new.
 */
export const COUNTED_ROLLUP_TABLE: PlatformTable = {
  name: 'countedRollup',
  ddl: `
    create table if not exists platform."countedRollup" (
      "tenantId" text not null,
      entity text not null,
      field text not null,
      day text not null,
      primary key ("tenantId", entity, field)
    );
    ${ownRowsOnly('countedRollup')}`,
};
