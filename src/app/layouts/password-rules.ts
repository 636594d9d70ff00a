import type { TextId } from '../i18n/texts.ts';

/** Shortest and longest password. */
const PASSWORD_LENGTH = { min: 8, max: 32 } as const;

/** What is wrong with a new password, as the id of its message; undefined for a good one. */
export function newPasswordFaultText(password: string): TextId | undefined {
  if (password === '') {
    return 'password.new.required';
  }
  if (password.length < PASSWORD_LENGTH.min) {
    return 'password.short';
  }
  if (password.length > PASSWORD_LENGTH.max) {
    return 'password.long';
  }
  const classes = [/[0-9]/, /[A-Z]/, /[a-z]/, /[^0-9A-Za-z\s]/];
  return classes.every((kind) => kind.test(password)) ? undefined : 'password.weak';
}
