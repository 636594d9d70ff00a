import { patient } from '../../fixtures/patience.ts';
import { failedMeasure, THIRD_WORKSHOP } from '../support/failed-measure.ts';
import { desk, phone } from '../support/looked.ts';
import type { ProductServer } from '../support/product-server.ts';
import { test } from '../support/story.ts';
import { startTicketServer, ticketPlant } from '../support/ticket-plant.ts';

// Their server is their own, by whose clock a day goes by in each.
test.use({ baseURL: '' });
test.describe.configure({ mode: 'serial' });
test.setTimeout(patient(240_000));

let server: ProductServer;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  server = await startTicketServer();
});
test.afterAll(() => server?.stop());

const WIDTHS = [
  ['a desk', desk],
  ['a phone', phone],
] as const;

for (const [at, wide] of WIDTHS) {
  test(`an analysis ends in a failed measure, and its event is reviewed anew, all at ${at}`, async ({
    page,
    expectedErrors,
  }) => {
    // A page that stood open while a day went by signs in anew, and its link to the company's picture has run out.
    expectedErrors.push(/status of 40[013]/);
    await failedMeasure(page, await ticketPlant(server), THIRD_WORKSHOP, wide);
  });
}
