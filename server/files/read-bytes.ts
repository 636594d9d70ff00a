/** Bytes of a file from an offset; fewer at its end, none behind it. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;
