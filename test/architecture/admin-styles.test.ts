import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../admin/src', import.meta.url));
const folder = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));

/** The names that the page imports from Mantine. */
function usedNames(): ReadonlySet<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: source });
  const imports = files.flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
  ]);
  return new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.replace('type ', '').trim())));
}

it('every component that the page uses has its styles', () => {
  const styles = readFileSync(join(source, 'app/mantine.css'), 'utf8');
  const styled = [...usedNames()].filter((name) => existsSync(join(folder, `${name}.css`)));
  expect(styled.length).toBeGreaterThan(40);
  expect(styled.filter((name) => !styles.includes(`/${name}.css"`))).toEqual([]);
});
