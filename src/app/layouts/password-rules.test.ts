import { expect, it } from 'vitest';
import { newPasswordFaultText } from './password-rules.ts';

it.each([
  ['', 'password.new.required'],
  ['Ab1!567', 'password.short'],
  ['Ab1!5678', undefined],
  [`Ab1!${'x'.repeat(28)}`, undefined],
  [`Ab1!${'x'.repeat(29)}`, 'password.long'],
  ['abcdefg1!', 'password.weak'],
  ['ABCDEFG1!', 'password.weak'],
  ['Abcdefgh!', 'password.weak'],
  ['Abcdefg12', 'password.weak'],
])('says of %j: %s', (password, fault) => {
  expect(newPasswordFaultText(password)).toBe(fault);
});
