import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import { contentDisposition } from '../../files/file-name.ts';
import type { Config } from '../../ground/config.ts';

/** Name of the bill of materials in the folder of the built client; it is never served as a file of it. */
export const SBOM_FILE = 'sbom.json';

/**
 * `GET /api/{p}-system/sbom`: the software bill of materials that the build wrote (CycloneDX 1.5, JSON), as a file, for
 * administrators. 403 for others, 404 where the build had no npm to write it with.
 */
export function registerSbom(
  app: FastifyInstance,
  { config, authenticate }: { readonly config: Config; readonly authenticate: Authenticate },
): void {
  app.get(`/api/${config.servicePrefix}-system/sbom`, async (request, reply) => {
    const { caller } = await authenticate(request);
    const title = say('软件物料清单');
    if (!caller.roleCodes.includes(ADMINISTRATOR)) {
      throw new AnlanError('forbidden', { action: say('查看{page}', { page: title }) });
    }
    const content = await readFile(join(config.clientDir, SBOM_FILE)).catch(() => undefined);
    if (content === undefined) throw new AnlanError('notFound', { what: title });
    return reply
      .type('application/vnd.cyclonedx+json')
      .header('content-disposition', contentDisposition('attachment', 'anlan-sbom.cdx.json'))
      .send(content);
  });
}
