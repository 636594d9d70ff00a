import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { secretIn } from './secret-file.ts';

/** Keys of the installation, one for each purpose and tenant, so that nothing made with one passes as another's. */
export interface TenantKeys {
  /** 32 bytes; the same at every start. @param purpose what the key is for: `scan code`. */
  key(purpose: string, tenantId: string): Buffer;
}

/** Name of the file in the data folder. A backup takes it along; what is sealed cannot be opened without it. */
const FILE = 'seal-key';

/**
 * Keys derived from a secret in the data folder, made at the first start. Throws ConfigError where the file is not whole.
 */
export function createTenantKeys(dataDir: string): TenantKeys {
  const secret = readSecret(dataDir);
  const known = new Map<string, Buffer>();
  return {
    key(purpose, tenantId) {
      const name = `anlan ${purpose} ${tenantId}`;
      let key = known.get(name);
      if (key === undefined) {
        key = createHmac('sha256', secret).update(name).digest();
        known.set(name, key);
      }
      return key;
    },
  };
}

function readSecret(dataDir: string): string {
  const file = join(dataDir, FILE);
  return secretIn(file, `封存密钥文件 ${file} 内容不完整，请从备份恢复它；没有它，匿名记录无法打开。`);
}
