import type { FieldModel } from '../../core/model/entity-model.ts';

/**
 * The collation by which words stand: Chinese by pinyin, numbers within them by size, capitals beside small letters. It is
 * deterministic, so that `=` and `like` find what they find without it; `compareNames` is its like in browsers.
 */
export const NAME_COLLATION = 'data."nameOrder"';

/**
 * Makes the collation, and makes the indexes anew that stand by it where PostgreSQL has come with another version of the
 * order: what stood right by the old one would not be found by the new.
 */
export const NAME_COLLATION_DDL = `
  create collation if not exists ${NAME_COLLATION} (provider = icu, locale = 'zh-u-co-pinyin-kn');
  do $do$ declare
    outdated regclass;
  begin
    if exists (select from pg_collation where oid = '${NAME_COLLATION}'::regcollation and collversion is distinct from pg_collation_actual_version(oid)) then
      for outdated in select distinct objid::regclass from pg_depend
        where classid = 'pg_class'::regclass and refclassid = 'pg_collation'::regclass and refobjid = '${NAME_COLLATION}'::regcollation loop
        execute format('reindex index %s', outdated);
      end loop;
      alter collation ${NAME_COLLATION} refresh version;
    end if;
  end $do$`;

/** Whether a field holds words, which nobody finds where the numbers of their characters put them. */
export function holdsWords({ target, column, filter, type }: FieldModel): boolean {
  return target === undefined && column?.kind === 'text' && filter === 'contains' && type.codes !== true;
}

/** A text as rows stand by it, where it is words. */
export function inNameOrder(text: string, words = true): string {
  return words ? `(${text} collate ${NAME_COLLATION})` : text;
}
