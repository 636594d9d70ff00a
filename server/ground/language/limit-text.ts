/** A limit as people are told it: `64K`, `4M`. */
export function limitText(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024);
  return kilobytes % 1024 === 0 ? `${kilobytes / 1024}M` : `${kilobytes}K`;
}
