import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EnterpriseDisplay, TenantChoice } from '../../../src/core/wire/site.ts';
import { isTenantId } from '../../access/sign-in/account-lookup.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { OpenInput, SystemCall } from './system-call.ts';

/** Enabled tenants, the default one first. */
async function listTenants({ services }: OpenInput): Promise<TenantChoice[]> {
  const { database, clock, config } = services;
  return database.withTenant('000000', (connection) =>
    connection.query<TenantChoice>(
      `select "tenantCode" as "tenantId", "tenantName" from data.tenant
       where "isDeleted" = 0 and status = '1'
         and ("expireTime" is null or "expireTime" >= ($1::timestamptz at time zone $2)::date)
       order by "tenantCode" <> $3, "tenantCode"`,
      [clock.now(), config.timeZone, config.defaultTenant],
    ),
  );
}

// What a login page may show; everything else of the configuration needs a signed-in person.
const displayColumns = `e."tenantName", e.title, e."titleTw", e."titleEn", e."titlePt", e.layout, e.theme, e."contentWidth", e."multiTab", e.footer,
  e."techSupport", e."appQrCode", e."captchaMode", e."phoneLogin", e."passwordReset", e."selfRegister"`;

async function displayConfig(input: OpenInput): Promise<EnterpriseDisplay> {
  const { services } = input;
  const tenantId = input.argument('tenantId') ?? services.config.defaultTenant;
  if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
  const read = (connection: Connection) =>
    connection.query<Omit<EnterpriseDisplay, 'appQrCode'> & { readonly appQrCode: string[] | null }>(
      `select t."tenantCode" as "tenantId", coalesce(e."tenantName", t."tenantName") as "tenantName",
         ${displayColumns.replace('e."tenantName", ', '')}
       from data.tenant t
       left join data."enterpriseConfig" e on e."tenantId" = t."tenantCode" and e."isDeleted" = 0
       where t."tenantCode" = $1 and t."isDeleted" = 0 and t.status = '1'`,
      [tenantId],
    );
  const [row] = await services.database.withTenant(tenantId, read);
  if (row === undefined) throw new AnlanError('tenantUnavailable');
  // The code is printed on the login page, so that its link may be had by anybody.
  const codes = await services.files.linkFiles(tenantId, row.appQrCode ?? []);
  return { ...row, appQrCode: [...codes.values()] };
}

/** The calls that need no sign-in. */
export const openCalls: readonly SystemCall[] = [
  {
    name: 'tenantList',
    method: 'GET',
    path: 'index/tenant-list',
    title: '可登录的租户',
    answer: 'tenantId、tenantName',
    open: true,
    handle: listTenants,
  },
  {
    name: 'enterpriseDisplay',
    method: 'GET',
    path: 'enterprise-config/display',
    title: '登录前可读的企业配置',
    arguments: { tenantId: { title: '租户，默认为默认租户' } },
    answer: '企业名称、各语言的系统标题、布局、主题、页脚、技术支持、APP二维码、是否启用验证码',
    open: true,
    handle: displayConfig,
  },
  {
    name: 'site',
    method: 'GET',
    path: 'site',
    title: '本站点',
    answer: 'kind：platform 平台，management 管理系统；platformPort、managementPort；defaultTenant',
    open: true,
    handle: async ({ services }) => {
      const { site, config } = services;
      const [own, other] = [site.ownPort(), site.otherPort()];
      return {
        kind: site.kind,
        platformPort: site.kind === 'platform' ? own : other,
        managementPort: site.kind === 'platform' ? other : own,
        defaultTenant: config.defaultTenant,
      };
    },
  },
];
