import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { clientHeader, type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

/**
 * Every path that the specification prints in its section 7, by the method it is called with. Families of which it prints
 * the base alone are asked for their list, as it says that list endpoints use getPageList or page.
 */
const PRINTED: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['POST', '{p}-auth/oauth/token'],
  ['GET', '{p}-auth/oauth/captcha'],
  ['GET', '{p}-auth/oauth/logout'],
  ['POST', 'auth/phone'],
  ['POST', 'account/sms'],
  ['POST', 'auth/register'],
  ['POST', 'auth/forge-password'],
  ['GET', '{p}-system/info'],
  ['GET', '{p}-system/menu/biz/routes-children'],
  ['POST', '{p}-system/menu/biz/routes-children'],
  ['GET', '{p}-system/menu/buttons'],
  ['GET', '{p}-system/index/tenant-list'],
  ['POST', '{p}-system/update-password'],
  ['GET', '{p}-system/dept/tree'],
  ['GET', '{p}-system/dept/list'],
  ['GET', '{p}-system/dept/workList'],
  ['GET', '{p}-system/dept/lazy-tree'],
  ['GET', '{p}-system/dict-biz/dictionary?code=gender'],
  ['GET', '{p}-system/dict-biz/dictionary-tree?code=gender'],
  ['GET', '{p}-system/users-list'],
  ['POST', '{p}-system/users-list'],
  ['POST', '{p}-system/users-list-own-group'],
  ['GET', '{p}-system/user/getPageVOList'],
  ['GET', '{p}-system/user/getIfUserWithBizCode?bizCode=administrator'],
  ['GET', '{p}-system/user/page'],
  ['GET', '{p}-system/user/like?search=a'],
  ['GET', '{p}-system/role/lazy-tree'],
  ['GET', '{p}-system/post/select'],
  ['GET', '{p}-snaker/snaker-flow/datasource/list'],
  ['GET', '{p}-snaker/snaker-flow/datasource/tables'],
  ['GET', '{p}-snaker/snaker-flow/datasource/columns?tableName=costPlan'],
  ['GET', '{p}-snaker/process/start'],
  ['POST', '{p}-safety/fileserver/fileUpload'],
  ['POST', '{p}-resource/oss/endpoint/put-file'],
  ['POST', '{p}-resource/oss/endpoint/remove-file'],
  ['POST', '{p}-resource/oss/endpoint/remove-files'],
  ['GET', '{p}-safety/fileserver/downLoadFileById'],
  ['POST', '{p}-led/hkledprogram/save'],
  ['POST', '{p}-led/hkledprogram/submit'],
  ['GET', '{p}-led/hkledprogram/list'],
  ['POST', '{p}-led/hkledprogram/release'],
  ['GET', '{p}-led/hkledprogram/detail'],
  ['POST', '{p}-led/hkledprogram/remove'],
  ['GET', '{p}-safety/safetyobcomm/safetymeetings/page'],
  ['GET', '{p}-safety/safetyactivity/page'],
  ['POST', '{p}-safety/risk/hazopreport/page'],
  ['GET', '{p}-safety/risk/areas/main/page'],
  ['GET', '{p}-safety/risk/areas/details/page'],
  ['GET', '{p}-safety/risk/setup/controllevel/page'],
  ['GET', '{p}-safety/risk/setup/accidenthappen/page'],
  ['GET', '{p}-safety/risk/setup/accidentserious/page'],
  ['GET', '{p}-safety/risk/setup/accidentjudge/page'],
  ['GET', '{p}-safety/risk/twoandone/page'],
  ['GET', '{p}-safety/securitysystem/lawsregulations/list-conditions'],
  ['GET', '{p}-safety/securitysystem/systemmgmt/page'],
  ['GET', '{p}-safety/safetyresp/safetytemplate/page'],
  ['GET', '{p}-safety/safetyresp/safetytemplateusers/page'],
  ['GET', '{p}-safety/safetyresp/companytemplate/page'],
  ['GET', '{p}-safety/violation/page'],
  ['GET', '{p}-safety/violation-deal/page'],
  ['GET', '{p}-safety/chemical/page'],
  ['GET', '{p}-safety/security/cost/plan/page'],
  ['GET', '{p}-safety/contractor/record/page'],
  ['GET', '{p}-safety/contractor/user/page'],
  ['GET', '{p}-edu/train/plan/approve/list'],
  ['GET', '{p}-edu/admin/train/plan/list'],
  ['POST', '{p}-edu/admin/work/cert/insert'],
  ['POST', '{p}-edu/admin/work/cert/update'],
  ['GET', '{p}-edu/admin/work/cert/list'],
  ['GET', '{p}-edu/admin/work/cert/selectById'],
  ['POST', '{p}-edu/admin/work/cert/deleteById'],
  ['POST', '{p}-edu/admin/work/cert/updateStatus'],
  ['GET', '{p}-rhd/point/pointList'],
];

/** A call that nobody printed: what finds nothing missing finds this one. */
const NOT_PRINTED = ['GET', '{p}-rhd/point/nothing'] as const;

let server: TestServer;
let officer: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
}, patient(120_000));
afterAll(() => server?.stop());

/** Paths that `docs/api-paths.md` names as not answered, each with its reason. */
const unanswered = new Set(
  [...readFileSync('docs/api-paths.md', 'utf8').matchAll(/^\| `(\{p\}-[^`]+)` \| not answered: /gm)].map(
    ([, path]) => path,
  ),
);

it('answers every path of the specification, or says in the documents why not', async () => {
  const missing: string[] = [];
  for (const [method, printed] of [...PRINTED, NOT_PRINTED]) {
    const path = printed.replace('{p}', 'anlan');
    const open = /^(auth|account)\/|oauth/.test(printed);
    // Logging out would end the session of the calls behind it.
    const headers = printed.endsWith('/logout') ? clientHeader : open ? clientHeader : officer.headers;
    const response = await server.main.inject({
      method,
      url: `/api/${path}`,
      headers: method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { payload: '{}' }),
    });
    const { msg = '' } = response.json();
    // A record that nobody named is not there; the call itself is.
    const gone = response.statusCode === 404 && msg === '没有这个接口';
    if (gone || response.statusCode === 501) missing.push(printed);
  }
  expect(missing.pop()).toBe(NOT_PRINTED[1]);
  expect(missing.filter((path) => !unanswered.has(path))).toEqual([]);
  expect([...unanswered].filter((path) => path !== undefined && !missing.includes(path))).toEqual([]);
});
