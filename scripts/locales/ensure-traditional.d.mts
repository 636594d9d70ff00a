export const TRADITIONAL: 'zh-TW';
export function ensureTraditional(
  root: string,
  make?: () => { readonly status: number | null; readonly stderr: string },
): boolean;
export function noteTraditional(root: string, files: readonly string[]): void;
