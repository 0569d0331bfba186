import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  agreementOf,
  agreementTable,
  type ComparedPost,
  comparePost,
  findBlockPosts,
  firstDifference,
  renderedPost,
} from './support/compare-blocks.ts';
import { importExports } from './support/import-exports.ts';
import { openPair, type Pair } from './support/pair.ts';
import { type Peer, startPeer } from './support/start-wordpress.ts';

const folder = process.env['PLATEN_TEST_EXPORTS'] ?? '';

describe.skipIf(folder === '')('posts with blocks (PLATEN_TEST_EXPORTS names no folder of export files)', () => {
  let peer: Peer;
  let pair: Pair;
  let dataDir: string;
  let compared: ComparedPost[];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'coexist-blocks-'));
    peer = await startPeer();
    await importExports(peer.facts, folder, dataDir);
    pair = await openPair({}, peer.facts);
    const posts = await findBlockPosts(pair.wordpress());
    const [theirs, ours] = [pair.wordpress('anonymous'), pair.ours('anonymous')];
    compared = [];
    for (const post of posts)
      compared.push(comparePost(post, await renderedPost(theirs, post), await renderedPost(ours, post)));
    console.log(agreementTable(compared));
  }, 600_000);
  afterAll(async () => {
    await pair?.close();
    await peer?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  it('look the same in both systems, but for one in twenty', () => {
    const { equal, all } = agreementOf(compared);
    const unequal = compared.filter(({ isEqual }) => !isEqual);
    const told = unequal.map(({ slug, ours, theirs }) => `${slug}\n${firstDifference(ours.content, theirs.content)}`);
    expect(all).toBeGreaterThan(50);
    expect(equal / all, told.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('show no comment of a block, and leave no tag open', () => {
    expect(compared.flatMap(({ slug, faults }) => faults.map((fault) => `${slug}: ${fault}`))).toEqual([]);
  });
});
