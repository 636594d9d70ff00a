import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { PREFERENCE_LIMITS, type Preferences } from '../../../src/core/wire/preferences.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRows, platform, touched } from '../../ground/database/platform-queries.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

const preferencesOf = (connection: Connection, userId: string) =>
  foundRows(
    connection,
    platform
      .selectFrom('preference')
      .select(['name', 'value'])
      .where('tenantId', '=', connection.tenantId)
      .where('userId', '=', userId)
      .orderBy('name'),
  );

function readInput({ argument }: PersonInput): { readonly name: string; readonly value: string } {
  const name = argument('name') ?? '';
  if (!/^[A-Za-z][\w.-]*$/.test(name) || name.length > PREFERENCE_LIMITS.name) {
    const msg = say('名称须以字母开头，由字母、数字、点和横线组成，不超过{most}个字', { most: PREFERENCE_LIMITS.name });
    throw invalidInput([{ pointer: '/name', msg }]);
  }
  return { name, value: argument('value') ?? '' };
}

/** Keeps what the person has chosen, in his own company whichever he is in; an empty value forgets it. */
async function savePreference(input: PersonInput): Promise<true> {
  const { services, context } = input;
  const { name, value } = readInput(input);
  const { userId, homeTenantId } = context.caller;
  await services.database.transaction(homeTenantId, async (connection) => {
    const key = { tenantId: homeTenantId, userId, name };
    if (value === '') {
      const { tenantId } = key;
      await touched(
        connection,
        platform
          .deleteFrom('preference')
          .where('tenantId', '=', tenantId)
          .where('userId', '=', userId)
          .where('name', '=', name),
      );
      return;
    }
    const kept = await preferencesOf(connection, userId);
    if (kept.length >= PREFERENCE_LIMITS.count && kept.every((other) => other.name !== name)) {
      const msg = say('最多保存{most}项', { most: PREFERENCE_LIMITS.count });
      throw invalidInput([{ pointer: '/name', msg }]);
    }
    const saved = { value, savedAt: context.clock.now() };
    await touched(
      connection,
      platform
        .insertInto('preference')
        .values({ ...key, ...saved })
        .onConflict((conflict) => conflict.columns(['tenantId', 'userId', 'name']).doUpdateSet(saved)),
    );
  });
  return true;
}

/** Calls of what a person has chosen for himself; nobody else reads or changes it. */
export const preferenceCalls: readonly SystemCall[] = [
  {
    name: 'preferences',
    method: 'GET',
    path: 'preference/list',
    title: '本人的偏好',
    answer: '名称和内容',
    async handle({ services, context }): Promise<Preferences> {
      const { userId, homeTenantId } = context.caller;
      const kept = await services.database.withTenant(homeTenantId, (connection) => preferencesOf(connection, userId));
      return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
    },
  },
  {
    name: 'preferenceSave',
    method: 'POST',
    path: 'preference/save',
    title: '保存本人的偏好',
    arguments: {
      name: { title: '名称', required: true },
      value: { title: '内容，空即删除', most: PREFERENCE_LIMITS.value },
    },
    answer: 'true',
    handle: savePreference,
  },
];
