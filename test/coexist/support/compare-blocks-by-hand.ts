// Compares how WordPress and Platen show the posts with blocks of one database, and writes what differs to a folder.
//   node test/coexist/support/compare-blocks-by-hand.ts FACTS OUT [--import FOLDER] [--fresh] [--only SLUG]
// FACTS is the line that `node scripts/coexist-wordpress.mjs start` printed, in a file; OUT is the folder to write to.
// The export files of FOLDER are imported first. What WordPress answers is kept in OUT and asked again with --fresh.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createPlaten } from '../../../src/index.ts';
import { clientAt } from './client.ts';
import {
  agreementTable,
  type BlockPost,
  type ComparedPost,
  collapsed,
  comparePost,
  findBlockPosts,
  firstDifference,
  type RenderedPost,
  renderedPost,
} from './compare-blocks.ts';
import { importExports } from './import-exports.ts';
import type { WordpressFacts } from './wordpress-facts.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: 'boolean', default: false }, import: { type: 'string' }, only: { type: 'string' } },
});
const [factsFile, out] = positionals;
if (factsFile === undefined || out === undefined) throw new Error('Name the file of facts and a folder to write to.');
const facts = JSON.parse(readFileSync(factsFile, 'utf8')) as WordpressFacts;
mkdirSync(out, { recursive: true });

type Recorded = readonly (BlockPost & { readonly rendered: RenderedPost })[];

async function askWordpress(): Promise<Recorded> {
  const { login, application } = facts.passwords.administrator;
  const posts = await findBlockPosts(clientAt(facts.api, login, application));
  const visitor = clientAt(facts.api, null);
  const recorded = [];
  for (const post of posts) recorded.push({ ...post, rendered: await renderedPost(visitor, post) });
  return recorded;
}

async function recordedOf(file: string): Promise<Recorded> {
  try {
    if (!values.fresh) return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Asked for the first time.
  }
  const recorded = await askWordpress();
  writeFileSync(file, JSON.stringify(recorded));
  return recorded;
}

/** One tag or text per line, so that a line-by-line difference reads well. */
const lines = (html: string): string =>
  collapsed(html)
    .replaceAll(/(<[^<>]*>)/g, '\n$1\n')
    .replaceAll(/\n\s*\n/g, '\n');

function difference(name: string, ours: string, theirs: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'compare-blocks-'));
  writeFileSync(join(dir, 'theirs'), lines(theirs));
  writeFileSync(join(dir, 'ours'), lines(ours));
  try {
    execFileSync('diff', ['-U2', 'theirs', 'ours'], { cwd: dir });
    return '';
  } catch (error) {
    return `${name}\n${(error as { stdout: Buffer }).stdout.toString()}`;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

if (values.import !== undefined) await importExports(facts, values.import, join(out, 'data'));
const recorded = await recordedOf(join(out, 'wordpress.json'));
const dataDir = mkdtempSync(join(tmpdir(), 'compare-blocks-data-'));
const platen = await createPlaten({
  variant: 'a',
  databaseUrl: facts.databaseUrl,
  tablePrefix: facts.prefix,
  uploadsDir: facts.uploads,
  dataDir,
  port: 0,
  throttle: false,
  leads: false,
  log: pino({ level: 'error' }),
});
const visitor = clientAt(`${await platen.listen()}/wp-json`, null);
const compared: ComparedPost[] = [];
for (const { rendered, ...post } of recorded)
  if (values.only === undefined || post.slug.includes(values.only))
    compared.push(comparePost(post, rendered, await renderedPost(visitor, post)));
await platen.close();
rmSync(dataDir, { recursive: true });

const unequal = compared.filter(({ isEqual, faults }) => !isEqual || faults.length > 0);
writeFileSync(
  join(out, 'differences.txt'),
  unequal
    .map(
      (post) =>
        `${'='.repeat(100)}\n${post.base}/${post.id} ${post.slug}: ${post.blocks.join(' ')}\n${post.faults.map((fault) => `fault: ${fault}\n`).join('')}` +
        difference('content', post.ours.content, post.theirs.content) +
        difference('excerpt', post.ours.excerpt, post.theirs.excerpt),
    )
    .join('\n'),
);
console.log(agreementTable(compared));
for (const { slug, ours, theirs, isEqual } of unequal.slice(0, 12))
  if (!isEqual)
    console.log(`\n${slug}\n${firstDifference(ours.content + ours.excerpt, theirs.content + theirs.excerpt)}`);
console.log(`\nEvery difference is in ${join(out, 'differences.txt')}.`);
