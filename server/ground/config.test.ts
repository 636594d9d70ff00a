import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('loadConfig', () => {
  it('starts with nothing but a data folder', () => {
    const config = loadConfig({ ANLAN_DATA: folder });
    expect(config).toMatchObject({
      port: 8080,
      adminPort: 8081,
      host: '127.0.0.1',
      servicePrefix: 'anlan',
      tokenHeader: 'anlan-auth',
      clientId: 'anlan',
      clientSecret: 'anlan_secret',
      watchMetadata: true,
      demoPlant: true,
      timeZone: 'Asia/Shanghai',
    });
  });

  it('reads the brokers of others, and repeats no password of an address that is none', () => {
    expect(loadConfig({ ANLAN_DATA: folder }).mqttBrokers).toBeUndefined();
    const given = { ANLAN_DATA: folder, ANLAN_MQTT_URL: 'mqtt://a.example, mqtts://u:p%40ss@b.example:8883' };
    expect(loadConfig(given).mqttBrokers).toEqual({
      urls: ['mqtt://a.example', 'mqtts://u:p%40ss@b.example:8883'],
      client: 'anlan',
      isVouched: false,
      ca: undefined,
      certificate: undefined,
    });
    const wrong = { ANLAN_MQTT_URL: 'http://u:hidden@b.example', ANLAN_MQTT_CLIENT: 'a b', ANLAN_MQTT_CERT: 'c.pem' };
    const start = () => loadConfig({ ANLAN_DATA: folder, ...wrong });
    for (const name of ['ANLAN_MQTT_URL', 'ANLAN_MQTT_CLIENT', 'ANLAN_MQTT_KEY']) expect(start).toThrow(name);
    expect(start).not.toThrow('hidden');
  });

  it('makes a signing secret once, readable by the owner only', () => {
    const first = loadConfig({ ANLAN_DATA: folder }).jwtSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(loadConfig({ ANLAN_DATA: folder }).jwtSecret).toBe(first);
    expect(statSync(join(folder, 'token-secret')).mode & 0o777).toBe(0o600);
  });

  it('refuses every demo value in production at once', () => {
    const start = () =>
      loadConfig({
        ANLAN_DATA: folder,
        NODE_ENV: 'production',
        ANLAN_CLIENT_SECRET: 'anlan_secret',
        ANLAN_ADMIN_PASSWORD: 'Anlan@2026',
        ANLAN_DEMO: '1',
      });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/演示客户端密钥[\s\S]*ANLAN_JWT_SECRET[\s\S]*演示密码[\s\S]*演示数据/);
  });

  it('accepts a production server with secrets of its own, without demo plant and metadata watch', () => {
    const config = loadConfig({
      ANLAN_DATA: folder,
      ANLAN_PRODUCTION: '1',
      ANLAN_CLIENT_SECRET: 'a-secret-of-our-own',
      ANLAN_JWT_SECRET: 'x'.repeat(40),
    });
    expect(config).toMatchObject({ production: true, demoPlant: false, watchMetadata: false });
  });

  it('names a port that is none and a token header that cannot be used', () => {
    const start = () => loadConfig({ ANLAN_DATA: folder, PORT: '80800', ANLAN_TOKEN_HEADER: 'Authorization' });
    expect(start).toThrow(/ANLAN_TOKEN_HEADER[\s\S]*PORT 不是有效的端口号：80800/);
  });

  it('takes a certificate with its key, HSTS and origins, and names what cannot be used', () => {
    const config = loadConfig({
      ANLAN_DATA: folder,
      TLS_CERT: 'plant.pem',
      TLS_KEY: '/keys/plant.key',
      ANLAN_HSTS: '86400',
      ANLAN_ORIGINS: 'https://plant.example, https://plant.example:8081',
    });
    expect(config.tls).toEqual({ cert: expect.stringMatching(/\/plant\.pem$/), key: '/keys/plant.key' });
    expect([config.hsts, config.origins]).toEqual([86_400, ['https://plant.example', 'https://plant.example:8081']]);
    const plain = loadConfig({ ANLAN_DATA: folder });
    expect([plain.tls, plain.hsts, plain.origins]).toEqual([undefined, 0, []]);
    const start = () =>
      loadConfig({
        ANLAN_DATA: folder,
        TLS_CERT: 'plant.pem',
        ANLAN_HSTS: 'forever',
        ANLAN_ORIGINS: 'https://plant.example; script-src *',
      });
    expect(start).toThrow(/TLS_CERT 和 TLS_KEY[\s\S]*ANLAN_HSTS[\s\S]*ANLAN_ORIGINS/);
  });
});
