import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the check compiles declarations as the build does, so that it finds types that cannot be named', () => {
  const settings = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as {
      extends?: string;
      compilerOptions: { declaration?: boolean };
    };
  expect(settings('tsconfig.json').compilerOptions.declaration).toBe(true);
  const build = settings('tsconfig.build.json');
  expect([build.extends, build.compilerOptions.declaration ?? true]).toEqual(['./tsconfig.json', true]);
});
