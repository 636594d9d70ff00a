import type { Moment, MomentOrNull } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    loginGuard: {
      tenantId: string;
      account: string;
      failures: number;
      firstFailure: Moment;
      lockedUntil: MomentOrNull;
    };
    addressFailures: {
      address: string;
      minute: Moment;
      failures: number;
    };
    captcha: {
      key: string;
      answer: string;
      expireTime: Moment;
    };
    sessionKey: {
      sessionId: string;
      tenantId: string;
      userId: string;
      passwordMark: string;
      createTime: Moment;
      lastTime: MomentOrNull;
    };
    refreshToken: {
      hash: string;
      tenantId: string;
      sessionId: string;
      expireTime: Moment;
      usedTime: MomentOrNull;
    };
    smsCode: {
      tenantId: string;
      phone: string;
      purpose: string;
      codeHash: string;
      tries: number;
      sentTime: Moment;
      expireTime: Moment;
    };
    handoverCode: {
      hash: string;
      tenantId: string;
      sessionId: string;
      expireTime: Moment;
    };
  }
}

/** Why tables of signing in are not bound to a company. */
const BEFORE_SIGN_IN = 'asked before anybody knows whose company the caller is of';

/** Wrong passwords of an account name, known or not, and until when it is locked. */
const loginGuard: PlatformTable = {
  name: 'loginGuard',
  acrossTenants: BEFORE_SIGN_IN,
  ddl: `
    create table if not exists platform."loginGuard" (
      "tenantId" text not null,
      account text not null,
      failures integer not null,
      "firstFailure" timestamptz not null,
      "lockedUntil" timestamptz,
      primary key ("tenantId", account)
    );`,
};

/** Failed token calls of an address, minute by minute. */
const addressFailures: PlatformTable = {
  name: 'addressFailures',
  ddl: `
    create table if not exists platform."addressFailures" (
      address text not null,
      minute timestamptz not null,
      failures integer not null,
      primary key (address, minute)
    );`,
};

/** Pictures that were handed out and not answered yet. */
const captcha: PlatformTable = {
  name: 'captcha',
  ddl: `
    create table if not exists platform.captcha (
      key text primary key,
      answer text not null,
      "expireTime" timestamptz not null
    );`,
};

/**
 * What a session needs besides its record: the password it was opened with, as a fingerprint, so that changing the
 * password ends it, and `lastTime`, when it ends however often it is renewed. Without its key a session is over.
 */
const sessionKey: PlatformTable = {
  name: 'sessionKey',
  acrossTenants: BEFORE_SIGN_IN,
  ddl: `
    create table if not exists platform."sessionKey" (
      "sessionId" text primary key,
      "tenantId" text not null,
      "userId" text not null,
      "passwordMark" text not null,
      "createTime" timestamptz not null
    );
    alter table platform."sessionKey" add column if not exists "lastTime" timestamptz;
    create index if not exists "sessionKey_user" on platform."sessionKey" ("tenantId", "userId");`,
};

/** Refresh tokens, hashed; a used one stays until its session is over, so that its reuse is noticed. */
const refreshToken: PlatformTable = {
  name: 'refreshToken',
  acrossTenants: BEFORE_SIGN_IN,
  ddl: `
    create table if not exists platform."refreshToken" (
      hash text primary key,
      "tenantId" text not null,
      "sessionId" text not null,
      "expireTime" timestamptz not null,
      "usedTime" timestamptz
    );
    create index if not exists "refreshToken_session" on platform."refreshToken" ("sessionId");
    create index if not exists "refreshToken_expiry" on platform."refreshToken" ("expireTime");`,
};

/** The newest code of each telephone, both as digests. */
const smsCode: PlatformTable = {
  name: 'smsCode',
  ddl: `
    create table if not exists platform."smsCode" (
      "tenantId" text not null,
      phone text not null,
      purpose text not null,
      "codeHash" text not null,
      tries integer not null,
      "sentTime" timestamptz not null,
      "expireTime" timestamptz not null,
      primary key ("tenantId", phone)
    );
    ${ownRowsOnly('smsCode')}`,
};

/** One-time codes by which a signed-in person opens the other site, hashed. */
const handoverCode: PlatformTable = {
  name: 'handoverCode',
  acrossTenants: BEFORE_SIGN_IN,
  ddl: `
    create table if not exists platform."handoverCode" (
      hash text primary key,
      "tenantId" text not null,
      "sessionId" text not null,
      "expireTime" timestamptz not null
    );`,
};

/** Tables of signing in; but for codes they know no tenant's rows, so row-level security does not bind them. */
export const AUTH_TABLES: readonly PlatformTable[] = [
  loginGuard,
  addressFailures,
  captcha,
  sessionKey,
  refreshToken,
  handoverCode,
  smsCode,
];
