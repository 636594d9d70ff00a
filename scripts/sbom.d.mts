export function billOfMaterials(command?: readonly [string, string[]]): Promise<string>;
