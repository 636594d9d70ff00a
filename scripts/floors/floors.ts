/** A version below which a package may not fall, and why. */
export interface Floor {
  /** Name as it stands in node_modules; an alias by its alias. */
  readonly name: string;
  /** Lowest version that may be locked. */
  readonly least: string;
  /** Package that must stand behind the name, where that is another. */
  readonly alias?: string;
  /** First version that may not be locked again. */
  readonly below?: string;
  /** True for a tool that we start ourselves: copies inside other packages do not count. */
  readonly ownOnly?: boolean;
  readonly reason: string;
}

/** Floors from the trial of the stack and from published advisories. `npm audit` is not everywhere to be had. */
export const FLOORS: readonly Floor[] = [
  {
    name: 'expr-eval',
    least: '3.0.0',
    alias: 'expr-eval-fork',
    reason: '原包 2.0.2 有已公布的代码执行漏洞，公式还能污染 Object.prototype',
  },
  { name: 'node', least: '24.0.0', below: '25.0.0', reason: '服务端直接运行 TypeScript，flydrive 2.1 要求 Node 24' },
  { name: 'ajv', least: '8.18.0', reason: '更早的版本可因 $data 正则被拖慢（CVE-2025-69873）' },
  { name: 'axios', least: '1.13.5', reason: '更早的版本有原型污染导致的拒绝服务（CVE-2026-25639）和凭据泄漏' },
  { name: 'form-data', least: '4.0.4', reason: '更早的版本分隔符可预测（CVE-2025-7783）' },
  { name: 'follow-redirects', least: '1.15.6', reason: '更早的版本跨主机转发凭据（CVE-2024-28849）' },
  { name: 'fastify', least: '5.7.3', reason: '更早的版本可绕过请求体校验（CVE-2026-25223）' },
  { name: 'find-my-way', least: '9.0.1', reason: '更早的版本路由正则可被拖慢（CVE-2024-45813）' },
  { name: '@fastify/static', least: '10.1.2', reason: '更早的版本可绕过路径限制，并把错误的路径答成服务端错误' },
  { name: '@fastify/multipart', least: '9.0.3', reason: '更早的版本不清除未完成的上传（CVE-2025-24033）' },
  { name: 'fast-jwt', least: '6.0.0', reason: '更早的版本不校验 iss 的类型（CVE-2025-30144）' },
  { name: 'kysely', least: '0.29.0', reason: '迁移与类型按 0.29 编写' },
  { name: 'pg', least: '8.23.0', reason: '事务往返次数按此版本测定' },
  { name: '@node-rs/argon2', least: '2.0.0', reason: '口令散列参数按此版本测定' },
  { name: 'file-type', least: '21.0.0', reason: '按流识别上传文件的真实类型' },
  { name: 'flydrive', least: '2.1.0', reason: '更早的版本上传 100 MB 时内存不平稳' },
  { name: 'react', least: '19.3.1', reason: '与 antd 6、Formily 2.3.7 一起试过的最低版本' },
  { name: 'react-dom', least: '19.3.1', reason: '须与 react 同版' },
  {
    name: 'react-router-dom',
    least: '7.12.0',
    reason: '更早的版本有跨站脚本与跨站请求伪造漏洞（CVE-2026-22029、CVE-2026-22030）',
  },
  { name: 'antd', least: '6.6.8', reason: '表单与表格的性能按此版本测定' },
  { name: '@formily/core', least: '2.3.7', reason: '与 React 19 一起试过的最低版本' },
  { name: '@formily/react', least: '2.3.7', reason: '与 React 19 一起试过的最低版本' },
  { name: '@formily/antd-v5', least: '1.2.4', reason: '与 antd 6 一起试过的最低版本' },
  { name: 'json-schema-to-typescript', least: '16.0.0', reason: '生成的类型按此版本核对' },
  { name: 'js-yaml', least: '4.1.1', reason: '更早的版本可污染原型（CVE-2025-64718）' },
  { name: 'vite', least: '8.3.8', reason: '构建与解析按此版本；旧的开发服务器可被读取任意文件' },
  { name: 'vitest', least: '5.1.1', reason: '测试配置按此版本；1 至 3 的旧版可被远程执行代码（CVE-2025-24964）' },
  {
    name: 'playwright',
    least: '1.65.1',
    reason: '浏览器测试按此版本；1.55.1 之前下载浏览器时不校验证书（CVE-2025-59288）',
  },
  { name: 'typescript', least: '7.0.2', ownOnly: true, reason: '类型检查按此版本' },
  { name: '@biomejs/biome', least: '2.5.15', reason: '格式与检查按此版本' },
];

/** Packages that the product is asked to be built with; each must really be used. */
export const ASKED_PACKAGES: readonly string[] = [
  'react',
  'react-dom',
  'react-router-dom',
  'antd',
  '@formily/core',
  '@formily/react',
  '@formily/antd-v5',
  'json-schema-to-typescript',
  'ajv',
  'axios',
  'zustand',
  'dayjs',
  'expr-eval',
  'vite',
  'vitest',
  'playwright',
];

/** Packages of that list that serve building and testing, so that being used there counts. */
export const TOOL_PACKAGES: readonly string[] = ['vite', 'vitest', 'playwright'];
