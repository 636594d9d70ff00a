import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll } from 'vitest';
import { areaClient } from '../fixtures/area-client.ts';
import { tellStory } from '../fixtures/hidden-danger-story.ts';
import { productSchemas, signIn } from '../fixtures/product-client.ts';
import { renameArea } from '../fixtures/renamed-area.ts';

const ENTITIES = [
  ...['peril', 'perilAssess', 'perilScheme', 'perilRectify', 'perilAccept', 'perilReview', 'perilDelay', 'perilReport'],
  ...['perilChecklist', 'perilCheckItem', 'perilPlan', 'perilTask', 'perilCheck'],
].map((name) => `schemas/areas/hidden-danger/${name}.entity.json`);

const written: string[] = [];
afterAll(() => Promise.all(written.map((file) => rm(file, { force: true }))));

tellStory('hidden dangers', async () => areaClient());

tellStory('hidden dangers under random keys', async () => {
  const renamed = await renameArea(ENTITIES);
  const folder = path.join(productSchemas(), 'areas/hidden-danger');
  for (const [name, entity] of renamed.files) {
    const file = path.join(folder, name);
    written.push(file);
    await writeFile(file, JSON.stringify(entity, null, 2));
  }
  const area = areaClient(renamed);
  const safety = await signIn('safety');
  const begun = Date.now();
  while ((await area.get(safety, 'peril', 'page')).status !== 200) {
    if (Date.now() - begun > 30_000) throw new Error('The copy of the area is not served');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return area;
});
