// `node scripts/check-colours.ts [folder]`, part of `npm run lint`: no style sheet and no code of the client writes a
// colour of its own; all of them stand in src/ui/theme/palette.ts. Exits 1 with one line per fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isColourFile, literalColours } from './colours/literal-colours.ts';

/** All faults of a checkout's client. */
export function checkColours(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter(isColourFile)
    .sort()
    .flatMap((file) =>
      literalColours(file, readFileSync(join(root, file), 'utf8')).map(
        ({ line, colour }) => `${file}:${line} 直接写了颜色 ${colour}，请改用 src/ui/theme/palette.ts 中的颜色`,
      ),
    );
}

if (import.meta.main) {
  const faults = checkColours(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(`${fault}。`);
  if (faults.length > 0) {
    console.error(`颜色检查：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log('颜色检查：通过。');
  }
}
