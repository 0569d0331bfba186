import { describe, expect, it } from 'vitest';
import { blankText } from './blank-text.ts';
import { read, sources } from './source-files.ts';

/** A cast (`as T`, not `as const`) says beside it, or on the line above, why it is safe. */
function unexplainedCasts(text: string): number[] {
  const { code, commented } = blankText(text);
  const imports = /^\s*(?:import|export)\s[^;]*?\bfrom\b[^;]*;/gms;
  const lines = code.replace(imports, (statement) => statement.replace(/\bas\b/g, '  ')).split('\n');
  return lines.flatMap((line, i) => {
    const isCast = /\bas\s+(?!const\b)/.test(line.replace(/\[\w+ in .*? as\b/g, ''));
    return isCast && !commented.has(i) && !commented.has(i - 1) ? [i + 1] : [];
  });
}

describe('casts', () => {
  it('carry their reason', () => {
    const found = sources().flatMap((path) => unexplainedCasts(read(path)).map((line) => `${path}:${line}`));
    expect(found).toEqual([]);
  });

  it('are never doubled, and nothing is any', () => {
    const found = sources().flatMap((path) =>
      blankText(read(path))
        .code.split('\n')
        .flatMap((line, i) => (/\bas unknown as\b|\bas any\b|: any\b|<any>/.test(line) ? [`${path}:${i + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('are found where they are, and only there', () => {
    const text = ['const a = b as string; // it is', "const c = 'x as string';", '', 'const d = e as number;'].join(
      '\n',
    );
    expect(unexplainedCasts(text)).toEqual([4]);
  });
});
