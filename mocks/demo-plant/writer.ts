// The process that writes the demo plant (server/assembly/demo-writer.ts).
import type { DemoWriting, FromDemoWriter, ToDemoWriter } from '../../server/assembly/demo-writer.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { timers } from '../../server/flow/time/timers.ts';
import { jobPatience, patiently } from '../../server/ground/database/patience.ts';
import { loadFieldTypes } from '../../server/metadata/field-types.ts';
import { createMetadataStore } from '../../server/metadata/store.ts';
import { seedDangers } from './dangers.ts';
import { seedDemoPlant } from './seed.ts';
import { seedTickets } from './tickets.ts';

const tell = (message: FromDemoWriter) => process.send?.(message);

// Whoever stops the server from its terminal signals both; the server says when to end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
// Nobody reads what a server that is gone has begun.
process.on('disconnect', () => process.exit(1));

let goesOn = true;
let begin: (() => void) | undefined;
process.on('message', (message: ToDemoWriter) => {
  if ('begin' in message) void writeAll(message.begin);
  else {
    goesOn = message.goesOn;
    begin?.();
  }
});

async function writeAll(writing: DemoWriting): Promise<void> {
  const { config, timeZone, appUrl, ownerUrl, password, count, now } = writing;
  try {
    await loadFieldTypes();
    const database = createPlatformDatabase({ appUrl, ownerUrl });
    const { servicePrefix } = config;
    const metadata = await createMetadataStore({ database, servicePrefix, settings: new Map(), timeZone });
    const ahead = now - Date.now();
    const options = {
      ...{ config, database, metadata, timers },
      clock: { now: () => new Date(Date.now() + ahead) },
      progress: (line: string) => tell({ line }),
      goesOn: () => goesOn,
      giveWay: () =>
        new Promise<void>((resolve) => {
          begin = resolve;
          tell({ turn: true });
        }),
    };
    await patiently(jobPatience, async () => {
      if (password !== undefined) await seedDemoPlant({ ...options, password });
      tell({ stands: true });
      if (count === 0) return;
      // The works of these days come first: they are few, and what runs now is looked at first.
      await seedTickets(options);
      if (goesOn) await seedDangers({ ...options, count });
    });
    await metadata.close();
    await database.close();
    process.exit(0);
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}
