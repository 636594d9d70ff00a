// `npm run metadata -- <command>`: the tools of an implementer. Each command is loaded when it is called.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ensureTraditional } from './locales/ensure-traditional.mjs';
import { lintReadsTranslations } from './metadata/lint-reads-translations.ts';

// Half of the time of a command goes into reading its modules; stripped and compiled ones are kept for the next.
enableCompileCache(join(import.meta.dirname, '../.cache/tools'));

/** A command: what it does in one line, and its work, which gives the exit code. */
interface Command {
  readonly usage: string;
  readonly what: string;
  /** Whether it reads translations: those into traditional Chinese are made first. Default false. */
  translations?(args: readonly string[]): boolean;
  /** Work that comes before field types are loaded, since it writes the list of them. Default none. */
  before?(args: readonly string[]): Promise<number>;
  run(args: readonly string[]): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  new: {
    usage: 'new <领域>/<实体> [标题] [--kind 页面种类]',
    what: '建立一个完整、可用的实体文件；--kind 让它带一个这种页面，合并清单、档案、地图和仪表盘另有一个页面文件',
    translations: () => true,
    run: async (args) => (await import('./metadata/new-entity.ts')).run(args),
  },
  lint: {
    usage: 'lint [--warnings] [--complete] [--database] [文件…] | lint --watch',
    what: '检查全部元数据，或只检查写出的文件；--warnings 把警告也当作错误；--complete 逐处列出没有译文的文字，当作错误；--database 让数据库试编每一条语句；--watch 每次保存后说出新的问题和改正了几个',
    translations: lintReadsTranslations,
    run: async (args) =>
      args.includes('--watch')
        ? (await import('./metadata/lint-watch.ts')).run()
        : (await import('./metadata/lint.ts')).run(args),
  },
  format: {
    usage: 'format [--check]',
    what: '把 schemas 的文件排成统一的样子：120 列放得下的在一行；--check 只比较',
    run: async (args) => (await import('./metadata/format.ts')).run(args),
  },
  lock: {
    usage: 'lock [--remove 实体]',
    what: '把现有的标识、类型、选项和状态记入 schemas/ids.lock.json；--remove 写明实体已删除',
    run: async (args) => (await import('./metadata/lock.ts')).run(args),
  },
  types: {
    usage: 'types [--check] | types --records <文件夹> [实体…] | types --editor [--watch]',
    what: '重新生成登记表、元模型的类型和文档；--check 只比较；--records 把记录的类型（默认全部实体）写入指定文件夹；--editor 写编辑器补全和检查所用的模式，--watch 随修改更新',
    before: async (args) => (await import('./metadata/write-registries.ts')).run(join(import.meta.dirname, '..'), args),
    run: async (args) => (await import('./metadata/types.ts')).run(args),
  },
  locales: {
    usage: 'locales',
    what: '由简体中文生成繁体译文（不进版本库，构建和测试也会生成），检查代码里文字的译文',
    run: async () => (await import('./metadata/locales.ts')).run(),
  },
  diff: {
    usage: 'diff <文件甲> <文件乙> | diff [文件] | diff <版本> [文件] | diff --git',
    what: '按含义比较两个版本；默认与数据库正在使用的比较，没有数据库或写 --git 时与 git 的 HEAD；版本是 git 的提交或分支',
    run: async (args) => (await import('./metadata/diff.ts')).run(args),
  },
  plan: {
    usage: 'plan [--sql]',
    what: '列出数据库需要的变更，不执行',
    translations: () => true,
    run: async (args) => (await import('./metadata/database.ts')).plan(args),
  },
  apply: {
    usage: 'apply [--consent]',
    what: '导入元数据并变更数据库；--consent 连同会丢失数据的步骤',
    translations: () => true,
    run: async (args) => (await import('./metadata/database.ts')).apply(args),
  },
  doctor: {
    usage: 'doctor',
    what: '检查数据库：列出外部数据库还要执行的SQL，核对操作日志链',
    run: async () => (await import('./metadata/doctor.ts')).run(),
  },
  matrix: {
    usage: 'matrix [实体] [--role 角色] [--json]',
    what: '各角色对各实体、页面操作、数据、字段和流转的权限表',
    run: async (args) => (await import('./metadata/matrix.ts')).run(args),
  },
  coverage: {
    usage: 'coverage [领域…] [--json]',
    what: '手册要的每一页：由什么实体提供、手写还是还没有做、状态、流转、测试、演示数据；有缺口时退出码为1',
    run: async (args) => (await import('./metadata/coverage.ts')).run(args),
  },
};

const [wanted = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined;
if (command === undefined) {
  if (wanted !== '' && wanted !== 'help') console.error(`没有名为“${wanted}”的命令\n`);
  console.error('用法：npm run metadata -- <命令>\n');
  for (const { usage, what } of Object.values(commands)) console.error(`  ${usage}\n      ${what}`);
  process.exitCode = wanted === 'help' ? 0 : 1;
} else {
  try {
    const before = (await command.before?.(args)) ?? 0;
    const { loadFieldTypes } = await import('../server/metadata/field-types.ts');
    await loadFieldTypes();
    if (command.translations?.(args)) ensureTraditional(join(import.meta.dirname, '..'));
    process.exitCode = Math.max(before, await command.run(args));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
