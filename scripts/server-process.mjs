// How the server's process is started by `npm start`, and by the bench that measures it.
import { join } from 'node:path';

/**
 * Flags of node: V8 takes as much for short-lived objects as a large machine has to spare, which a small plant pays for
 * in memory that it never needs.
 */
export const serverFlags = ['--max-semi-space-size=8'];

/** Environment that the user's own stands above. Modules whose types were stripped are kept for the next start. */
export function serverEnvironment(root) {
  return {
    // Heaps of the allocator; by default eight for each core.
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'anlan-server'),
  };
}
