// Makes a release: the version, the section of the changelog, the checks, the package, the commit and the tag.
//   node scripts/release.mjs [patch|minor|major|X.Y.Z] [--dry-run] [--publish] [--skip-checks]
// With --dry-run everything is undone at the end. Nothing is published without --publish.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nextVersion, releasedChangelog } from './release-steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((name) => join(root, name));
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    'skip-checks': { type: 'boolean', default: false },
  },
});
const isDry = flags['dry-run'];

if (!isDry && git('status', '--porcelain') !== '') fail('There are changes that are not committed.');
const before = changed.map((path) => readFileSync(path, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'platen-release-'));
let isDone = false;
try {
  const manifest = JSON.parse(before[0]);
  if (flags.publish && !manifest.repository) fail('package.json names no repository, which a published package must.');
  const version = nextVersion(manifest.version, positionals[0] ?? 'patch');
  const today = new Date().toISOString().slice(0, 10);
  const { text, notes } = releasedChangelog(before[2], version, today);
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
  writeFileSync(changed[2], text);
  if (!flags['skip-checks']) for (const script of ['check', 'check:package']) run('npm', ['run', '--silent', script]);
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const [tarball] = readdirSync(folder);
  console.log(`\n${tarball}: ${Math.round(statSync(join(folder, tarball)).size / 1000)} kB\n\n${notes.trim()}\n`);
  if (isDry) console.log(`A dry run: version ${version} was not kept.`);
  else {
    run('git', ['commit', '--quiet', '--all', '--message', `chore: release ${version}`]);
    run('git', ['tag', '--annotate', `v${version}`, '--message', `Platen ${version}`]);
    if (flags.publish) run('npm', ['publish', join(folder, tarball)]);
    else console.log(`Version ${version} is committed and tagged. Publish it with: npm publish`);
    isDone = true;
  }
} finally {
  if (!isDone) for (const [i, path] of changed.entries()) writeFileSync(path, before[i]);
  rmSync(folder, { recursive: true, force: true });
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed.`);
}

function fail(message) {
  throw new Error(message);
}
