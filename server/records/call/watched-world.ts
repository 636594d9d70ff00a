import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';

/**
 * The same world, which notes whether anybody looks at its clock or at the person: SQL that was compiled without either
 * is right for everyone at any time.
 */
export function watched(world: SqlWorld): { readonly world: SqlWorld; isLookedAt(): boolean } {
  let looked = false;
  return {
    world: {
      ...world,
      get now() {
        looked = true;
        return world.now;
      },
      get me() {
        looked = true;
        return world.me;
      },
    },
    isLookedAt: () => looked,
  };
}
