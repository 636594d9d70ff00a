export function fingerprint(root: string, paths: readonly string[], counts?: (name: string) => boolean): string;
