/** A code as it is read and written down: in groups of four. */
export const codeInGroups = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
