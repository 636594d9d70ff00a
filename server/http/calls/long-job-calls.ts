import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { findJob, latestJobs, toldJob } from '../../reports/long-jobs/long-job-store.ts';
import type { SystemCall } from '../system/system-call.ts';

const ID = { title: '后台作业编号', required: true };

/** The calls about a person's own exports and imports in the background. */
export const longJobCalls: readonly SystemCall[] = [
  {
    name: 'longJobList',
    method: 'GET',
    path: 'long-job/list',
    title: '我的后台作业',
    answer: '最近20项导出和导入，新的在前：状态、进度、结果和文件',
    async handle({ context, snapshot, read }) {
      const rows = await read((connection) => latestJobs(connection, context));
      return rows.map((row) => toldJob(row, snapshot, context.clock.now()));
    },
  },
  {
    name: 'longJobDetail',
    method: 'GET',
    path: 'long-job/detail',
    title: '一项后台作业',
    arguments: { id: ID },
    answer: '状态、进度、结果和文件；导入完成后另有answer',
    async handle({ context, snapshot, read, argument }) {
      const row = await read((connection) => findJob(connection, context, argument('id') ?? ''));
      if (row === undefined) throw new AnlanError('notFound', { what: say('后台作业') });
      return toldJob(row, snapshot, context.clock.now());
    },
  },
  {
    name: 'longJobCancel',
    method: 'POST',
    path: 'long-job/cancel',
    title: '取消后台作业',
    arguments: { id: ID },
    answer: '是否还来得及取消',
    async handle({ context, services, argument }) {
      return services.longJobs.cancel(context, argument('id') ?? '');
    },
  },
];
