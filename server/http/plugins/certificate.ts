import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import type { CertificateFiles } from '../../ground/config.ts';
import { ConfigError } from '../../ground/config-error.ts';

/** A certificate with its key, as TLS takes them. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds between two looks at the files. */
const LOOK_EVERY = 5_000;

/** Days before its end from which on a certificate is spoken of. */
const WARN_DAYS = 30;

/** Reads a pair. Throws ConfigError, in Chinese and naming the file, for what is missing, is no PEM or does not fit. */
export function readCertificate(files: CertificateFiles): CertificatePair {
  const cert = readFile(files.cert, '证书');
  const key = readFile(files.key, '私钥');
  const certificate = parsed(() => new X509Certificate(cert), `证书文件 ${files.cert} 不是有效的PEM证书`);
  const privateKey = parsed(
    () => createPrivateKey(key),
    `私钥文件 ${files.key} 不是有效的PEM私钥（不支持带密码的私钥）`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ConfigError(`证书文件 ${files.cert} 与私钥文件 ${files.key} 不是一对`);
  }
  return { cert, key };
}

/**
 * Has servers take a pair anew when its files change, without closing a connection. A pair that cannot be used, such as
 * one of which only half has been replaced, leaves the old one in use; the log says why, once for each content.
 */
export function watchCertificate(
  files: CertificateFiles,
  servers: readonly TlsServer[],
  logger: Pick<Logger, 'info' | 'warn'>,
  every = LOOK_EVERY,
): () => void {
  let seen = contents(files);
  warnOfEnd(seen, logger);
  const timer = setInterval(() => {
    const now = contents(files);
    if (now === seen) return;
    seen = now;
    try {
      const pair = readCertificate(files);
      for (const server of servers) server.setSecureContext(pair);
      logger.info('证书已更换');
      warnOfEnd(now, logger);
    } catch (error) {
      logger.warn(`新的证书不能使用，继续使用原来的证书：${error instanceof Error ? error.message : String(error)}`);
    }
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

function warnOfEnd(pem: string, logger: Pick<Logger, 'warn'>): void {
  try {
    const days = Math.floor((Date.parse(new X509Certificate(pem).validTo) - Date.now()) / 86_400_000);
    if (days < 0) logger.warn('证书已过期，浏览器会拒绝访问，请更换');
    else if (days < WARN_DAYS) logger.warn(`证书将在${days}天后到期，请及时更换`);
  } catch {
    // What cannot be read is told where it is read.
  }
}

// Both in one text; a file that is away for a moment, as while it is replaced, is part of what is seen.
function contents({ cert, key }: CertificateFiles): string {
  return [cert, key].map((file) => readOr(file, '')).join('\n');
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

function readFile(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${what}文件 ${file} 不存在或不能读取`);
  }
}

function parsed<T>(parse: () => T, message: string): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(message);
  }
}
