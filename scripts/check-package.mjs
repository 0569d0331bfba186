// Checks the package as others get it: publint for its fields and files, attw for its types under every resolution.
//   node scripts/check-package.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'platen-check-'));
try {
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const [name] = readdirSync(folder);
  const tarball = join(folder, name);
  run(join(root, 'node_modules/.bin/publint'), ['run', tarball, '--strict']);
  // The package is for Node's own resolution and for bundlers; `require` reaches it only by `import()`.
  run(join(root, 'node_modules/.bin/attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
}
