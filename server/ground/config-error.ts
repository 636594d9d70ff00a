/** A setting or a file of settings that cannot be used; the Chinese message names it and says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
