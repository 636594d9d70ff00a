import { join, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { secretIn } from './secret-file.ts';

/** Files of a certificate (with those that it stands on behind it) and of its private key, both PEM. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Where links of the audit log are sent, so that copies lie with others. */
export interface AnchorReceivers {
  /** Address that takes a POST of JSON; undefined for none. */
  readonly webhook: string | undefined;
  /** Mail server (`smtps://user:password@host`), sender and receiver; undefined for none. */
  readonly mail: { readonly server: string; readonly from: string; readonly to: string } | undefined;
}

/** Brokers of MQTT that others run, and how this process shows there who it is. */
export interface BrokerSettings {
  /** `mqtt://[user:password@]host:port`, `mqtts:`, `ws:` or `wss:`; each is read for itself. */
  readonly urls: readonly string[];
  /** Name of this process, under which a broker keeps what comes while it is away. Default `anlan`. */
  readonly client: string;
  /** Whether messages without a signature count, since the brokers' own accounts let a source publish to its topic alone. */
  readonly isVouched: boolean;
  /** File of the certificates, PEM, that a broker's own stands on; undefined: those that the machine trusts. */
  readonly ca: string | undefined;
  /** Certificate and key by which this process shows who it is; undefined for none. */
  readonly certificate: CertificateFiles | undefined;
}

/** Settings of a server process, read once at start. */
export interface Config {
  /** Port of the platform. Default 8080; 0 takes a free one. */
  readonly port: number;
  /** Port of the management system. Default 8081; 0 takes a free one. */
  readonly adminPort: number;
  /** Address both ports listen on. Default 127.0.0.1. */
  readonly host: string;
  /** Folder of database, files, secrets and logs, absolute. Default `.data`. */
  readonly dataDir: string;
  /** Folder of the built client, absolute. Default `dist`. */
  readonly clientDir: string;
  /** Folder of the metadata files, absolute. Default the shipped `schemas`. */
  readonly schemasDir: string;
  /** `{p}` of the specification's paths. Default `anlan`. */
  readonly servicePrefix: string;
  /** Header that carries `bearer <access token>`, lower case. Default `anlan-auth`. */
  readonly tokenHeader: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs access tokens; at least 32 characters. */
  readonly jwtSecret: string;
  /** Whether changed entity files are imported while the server runs. Default on outside production. */
  readonly watchMetadata: boolean;
  readonly production: boolean;
  /** Whether an empty database is filled with the demo plant. Never in production. */
  readonly demoPlant: boolean;
  /** Dangers that the demo plant gets in the background after the first start. Default 5000; 0: none. */
  readonly demoDangers: number;
  /** First of three ports on which pretended gateways listen beside the demo plant. Default none are started. */
  readonly demoGateways: number | undefined;
  /** Port on which sources speak MQTT. Default 1883; 0 takes a free one; undefined (`off`) takes none in. */
  readonly mqttPort: number | undefined;
  /** NATS servers from whose JetStream messages of sources are read; undefined reads from none. */
  readonly natsUrl: string | undefined;
  /** Brokers of MQTT that others run, from which messages of sources are read; undefined reads from none. */
  readonly mqttBrokers: BrokerSettings | undefined;
  /** Longest statement of a call in seconds; jobs, exports and imports have a minute. Default 5. */
  readonly statementSeconds: number;
  /** Password of the first administrator of 000000 in production; undefined where the demo plant brings its own. */
  readonly adminPassword: string | undefined;
  /** IANA zone of tenants that name none. Default Asia/Shanghai. */
  readonly timeZone: string;
  /** Who may show our pages in a frame, as in Content-Security-Policy. Default `'self'`. */
  readonly frameAncestors: string;
  /** Origins whose `message` events may sign in or refresh (`https://portal.example`); none by default. */
  readonly messageOrigins: readonly string[];
  /** Files of certificate and private key by which both ports speak TLS; undefined: plain HTTP. */
  readonly tls: CertificateFiles | undefined;
  /** Seconds of `Strict-Transport-Security`; 0, the default, sends none. */
  readonly hsts: number;
  /** Origins by which both ports are reached (`https://plant.example:8080`); by default the host of each request. */
  readonly origins: readonly string[];
  /** Whether `X-Forwarded-*` of a reverse proxy is believed. Default off. */
  readonly trustProxy: boolean;
  /** Who gets the links of the audit log; see `AnchorReceivers`. */
  readonly auditReceivers: AnchorReceivers;
  /** Days without a refresh after which a session is over. Default 7. */
  readonly sessionIdleDays: number;
  /** Days after signing in at which a session is over, however much it is used. Default 30. */
  readonly sessionDays: number;
  /** Default tenant of the login page. Default 645967. */
  readonly defaultTenant: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Client of the demo plant; a production server refuses its secret. */
export const demoClient = { id: 'anlan', secret: 'anlan_secret' } as const;

/** Password of every account of the demo plant; a production server refuses it. */
export const demoPassword = 'Anlan@2026';

/**
 * Reads the settings from the environment. Outside production missing secrets get demo values, the signing secret a
 * random one kept (0600) in the data folder. With `NODE_ENV=production` or `ANLAN_PRODUCTION=1` demo values are refused.
 * Throws ConfigError, all faults in one message.
 */
export function loadConfig(env: Environment): Config {
  const faults: string[] = [];
  const production = env.NODE_ENV === 'production' || isOn(env.ANLAN_PRODUCTION);
  const dataDir = resolve(text(env.ANLAN_DATA) ?? '.data');
  const clientSecret = text(env.ANLAN_CLIENT_SECRET) ?? (production ? '' : demoClient.secret);
  const servicePrefix = text(env.ANLAN_SERVICE_PREFIX) ?? 'anlan';
  const tokenHeader = (text(env.ANLAN_TOKEN_HEADER) ?? 'Anlan-Auth').toLowerCase();
  const adminPassword = text(env.ANLAN_ADMIN_PASSWORD);
  const timeZone = text(env.ANLAN_TIME_ZONE) ?? 'Asia/Shanghai';

  if (!/^[a-z][a-z0-9]*$/.test(servicePrefix))
    faults.push('ANLAN_SERVICE_PREFIX 只能由小写字母和数字组成，且以字母开头');
  if (!/^[a-z][a-z0-9-]*$/.test(tokenHeader) || ['authorization', 'cookie', 'tenant-id'].includes(tokenHeader)) {
    faults.push('ANLAN_TOKEN_HEADER 不是可用的请求头名称');
  }
  if (!isTimeZone(timeZone)) faults.push(`ANLAN_TIME_ZONE 不是有效的时区：${timeZone}`);
  if (production) {
    if (clientSecret === '') faults.push('生产环境必须设置 ANLAN_CLIENT_SECRET（客户端密钥）');
    if (clientSecret === demoClient.secret) faults.push('生产环境不能使用演示客户端密钥，请更换 ANLAN_CLIENT_SECRET');
    if (text(env.ANLAN_JWT_SECRET) === undefined) faults.push('生产环境必须设置 ANLAN_JWT_SECRET（令牌签名密钥）');
    if (adminPassword === demoPassword) faults.push('生产环境不能使用演示密码，请更换 ANLAN_ADMIN_PASSWORD');
    if (isOn(env.ANLAN_DEMO)) faults.push('生产环境不能写入演示数据，请去掉 ANLAN_DEMO');
  }
  const wantedDangers = text(env.ANLAN_DEMO_DANGERS) ?? '5000';
  const demoDangers = /^\d{1,4}$/.test(wantedDangers) ? Number(wantedDangers) : Number.NaN;
  if (Number.isNaN(demoDangers)) faults.push('ANLAN_DEMO_DANGERS 须为0到9999的整数');
  const gatewayText = text(env.ANLAN_DEMO_GATEWAYS);
  const demoGateways =
    gatewayText === undefined ? undefined : parsePort('ANLAN_DEMO_GATEWAYS', gatewayText, 8090, faults);
  const mqttText = text(env.ANLAN_MQTT_PORT);
  const mqttPort = mqttText === 'off' ? undefined : parsePort('ANLAN_MQTT_PORT', mqttText, 1883, faults);
  const natsUrl = text(env.ANLAN_NATS_URL);
  if (natsUrl !== undefined && !natsUrl.split(',').every((one) => /^(nats|tls):\/\/[^/\s]+$/.test(one.trim()))) {
    faults.push('ANLAN_NATS_URL 须为“nats://主机:端口”，可带“用户:密码@”，多个以逗号分隔');
  }
  const mqttBrokers = parseBrokers(env, faults);
  const wantedSeconds = text(env.ANLAN_STATEMENT_SECONDS) ?? '5';
  const statementSeconds = /^\d{1,3}$/.test(wantedSeconds) ? Number(wantedSeconds) : 0;
  if (statementSeconds < 1) faults.push('ANLAN_STATEMENT_SECONDS 须为1到999的整数');
  const sessionIdleDays = parseDays('ANLAN_SESSION_IDLE_DAYS', env.ANLAN_SESSION_IDLE_DAYS, 7, faults);
  const sessionDays = parseDays('ANLAN_SESSION_DAYS', env.ANLAN_SESSION_DAYS, 30, faults);
  const auditReceivers = parseReceivers(env, faults);
  const givenSecret = text(env.ANLAN_JWT_SECRET);
  if (givenSecret !== undefined && givenSecret.length < 32) faults.push('ANLAN_JWT_SECRET 至少需要32个字符');
  const port = parsePort('PORT', env.PORT, 8080, faults);
  const adminPort = parsePort('ADMIN_PORT', env.ADMIN_PORT, 8081, faults);
  if (port !== 0 && port === adminPort) faults.push('PORT 和 ADMIN_PORT 不能相同');
  const [cert, key] = [text(env.TLS_CERT), text(env.TLS_KEY)];
  if ((cert === undefined) !== (key === undefined)) faults.push('TLS_CERT 和 TLS_KEY 须同时设置');
  const tls = cert === undefined || key === undefined ? undefined : { cert: resolve(cert), key: resolve(key) };
  const hsts = Number(text(env.ANLAN_HSTS) ?? '0');
  if (!Number.isInteger(hsts) || hsts < 0 || hsts > 63_072_000) faults.push('ANLAN_HSTS 须为0到63072000的整数（秒）');
  const origins = listed(env.ANLAN_ORIGINS);
  for (const origin of origins.filter((one) => !isOrigin(one))) {
    faults.push(`ANLAN_ORIGINS 须为“协议://主机:端口”，多个以逗号分隔：${origin}`);
  }
  if (faults.length > 0) throw new ConfigError(`配置有误：\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);

  return {
    port,
    adminPort,
    host: text(env.HOST) ?? '127.0.0.1',
    dataDir,
    clientDir: resolve(text(env.ANLAN_CLIENT) ?? join(import.meta.dirname, '..', '..', 'dist')),
    schemasDir: resolve(text(env.ANLAN_SCHEMAS) ?? join(import.meta.dirname, '..', '..', 'schemas')),
    servicePrefix,
    tokenHeader,
    clientId: text(env.ANLAN_CLIENT_ID) ?? demoClient.id,
    clientSecret,
    jwtSecret: givenSecret ?? demoJwtSecret(dataDir),
    watchMetadata: env.ANLAN_WATCH === undefined ? !production : isOn(env.ANLAN_WATCH),
    production,
    demoPlant: !production && (env.ANLAN_DEMO === undefined || isOn(env.ANLAN_DEMO)),
    demoDangers,
    demoGateways,
    mqttPort,
    natsUrl,
    mqttBrokers,
    statementSeconds,
    adminPassword,
    timeZone,
    frameAncestors: text(env.ANLAN_FRAME_ANCESTORS) ?? "'self'",
    messageOrigins: listed(env.ANLAN_MESSAGE_ORIGINS),
    tls,
    hsts,
    origins,
    trustProxy: isOn(env.ANLAN_TRUST_PROXY),
    auditReceivers,
    sessionIdleDays,
    sessionDays,
    defaultTenant: text(env.ANLAN_DEFAULT_TENANT) ?? '645967',
  };
}

function demoJwtSecret(dataDir: string): string {
  const file = join(dataDir, 'token-secret');
  return secretIn(file, `令牌密钥文件 ${file} 内容不完整，删除后重新启动即可（所有人需重新登录）。`);
}

function parsePort(name: string, value: string | undefined, otherwise: number, faults: string[]): number {
  const given = text(value);
  if (given === undefined) return otherwise;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port >= 0 && port <= 65535) return port;
  faults.push(`${name} 不是有效的端口号：${given}`);
  return otherwise;
}

function parseDays(name: string, value: string | undefined, otherwise: number, faults: string[]): number {
  const given = text(value);
  if (given === undefined) return otherwise;
  const days = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= 365) return days;
  faults.push(`${name} 须为1到365的整数：${given}`);
  return otherwise;
}

function parseBrokers(env: Environment, faults: string[]): BrokerSettings | undefined {
  const given = text(env.ANLAN_MQTT_URL);
  if (given === undefined) return undefined;
  const urls = given.split(',').map((one) => one.trim());
  // An address holds a password: it is not repeated.
  if (!urls.every((url) => /^(mqtts?|wss?):\/\/[^\s]+$/.test(url) && URL.canParse(url) && new URL(url).host !== '')) {
    faults.push('ANLAN_MQTT_URL 须为“mqtt://主机:端口”（加密用 mqtts），可带“用户:密码@”，多个以逗号分隔');
  }
  const client = text(env.ANLAN_MQTT_CLIENT) ?? 'anlan';
  if (!/^[\w-]{1,23}$/.test(client)) faults.push('ANLAN_MQTT_CLIENT 须为1至23个字母、数字、下划线或连字符');
  const [ca, cert, key] = [text(env.ANLAN_MQTT_CA), text(env.ANLAN_MQTT_CERT), text(env.ANLAN_MQTT_KEY)];
  if ((cert === undefined) !== (key === undefined)) faults.push('ANLAN_MQTT_CERT 和 ANLAN_MQTT_KEY 须同时设置');
  return {
    urls,
    client,
    isVouched: isOn(env.ANLAN_MQTT_UNSIGNED),
    ca: ca === undefined ? undefined : resolve(ca),
    certificate: cert === undefined || key === undefined ? undefined : { cert: resolve(cert), key: resolve(key) },
  };
}

function parseReceivers(env: Environment, faults: string[]): AnchorReceivers {
  const webhook = text(env.ANLAN_AUDIT_WEBHOOK);
  if (webhook !== undefined && !isAddress(webhook, ['http:', 'https:'])) {
    faults.push('ANLAN_AUDIT_WEBHOOK 须为 http 或 https 地址');
  }
  const [to, server] = [text(env.ANLAN_AUDIT_MAIL), text(env.ANLAN_MAIL_SERVER)];
  if (to === undefined) return { webhook, mail: undefined };
  const from = text(env.ANLAN_MAIL_FROM) ?? to;
  // The address holds a password: it is not repeated.
  if (server === undefined || !isAddress(server, ['smtp:', 'smtps:'])) {
    faults.push('设置 ANLAN_AUDIT_MAIL 时，ANLAN_MAIL_SERVER 须为 smtp 或 smtps 地址');
    return { webhook, mail: undefined };
  }
  return { webhook, mail: { server, from, to } };
}

function isAddress(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('zh-CN', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function listed(value: string | undefined): readonly string[] {
  return (text(value) ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

// What stands in a header must not be able to end it.
function isOrigin(origin: string): boolean {
  return /^https?:\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/.test(origin);
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && ['1', 'true', 'on', 'yes'].includes(value.trim().toLowerCase());
}

function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed;
}
