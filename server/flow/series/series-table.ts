import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

/**
 * How far each period of a series has been written: `ranFor` the day whose run it was, `place` how many combinations that
 * run has written so far, null once it has come to the end, `final` whether the period is closed.
 */
export const SERIES_TABLE: PlatformTable = {
  name: 'seriesPeriod',
  ddl: `
    create table if not exists platform."seriesPeriod" (
      "tenantId" text not null,
      "entityId" text not null,
      period text not null,
      "ranFor" text not null,
      place integer,
      final boolean not null default false,
      primary key ("tenantId", "entityId", period)
    );
    ${ownRowsOnly('seriesPeriod')}`,
};
