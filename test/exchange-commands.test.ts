import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemXml, wxrXml } from './support/wxr.ts';

const program = fileURLToPath(new URL('../scripts/run.mjs', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the real program on a site of its own. */
function platen(site: string, ...argv: string[]): { status: number | null; out: string; error: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_')));
  const ran = spawnSync(process.execPath, [program, ...argv], {
    encoding: 'utf8',
    env: { ...env, PLATEN_DATA_DIR: join(folder, site), PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'error' },
  });
  return { status: ran.status, out: ran.stdout, error: ran.stderr };
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('an archive that cannot be restored', () => {
  const packed = async (entries: Readonly<Record<string, object | string>>) => {
    const archive = pack();
    for (const [name, content] of Object.entries(entries))
      archive.entry({ name }, typeof content === 'string' ? content : JSON.stringify(content));
    archive.finalize();
    return gzipSync(await buffer(archive));
  };
  const head = { format: 'platen-archive', version: 1, prefix: 'wp_' };

  it('leaves nothing of the site that was to be made for it', async () => {
    const path = file('cut.tgz', await packed({ 'archive.json': head, 'uploads/2020/01/a.txt': 'x' }));
    for (const command of ['restore', 'import']) {
      const { status, error } = platen('deep/new', command, path);
      expect([status, error]).toEqual([1, expect.stringContaining('cut off')]);
      expect(existsSync(join(folder, 'deep'))).toBe(false);
    }
  });

  it('in parts says which and why', async () => {
    const end = { rows: { strange: 1 }, files: 1 };
    const rows = { 'uploads/../x': 'x', 'tables/strange/000001.jsonl': '{"a":1}\n' };
    const path = file('parts.tgz', await packed({ 'archive.json': head, ...rows, 'end.json': end }));
    const { status, out } = platen('parts', 'restore', path);
    expect(status).toBe(0);
    expect(out).toContain('Left out: 1 rows of strange, which this site does not have.');
    expect(out).toContain('Refused: "uploads/../x", since its name is not that of an uploaded file.');
  });
});

describe('carrying a site in and out from the terminal', () => {
  it('imports a file, plain or packed, and adds nothing the second time', () => {
    const xml = wxrXml(itemXml({ id: 30, slug: 'thirty' }) + itemXml({ id: 31, slug: 'thirty-one' }));
    const first = platen('one', 'import', file('a.xml', xml), '--no-fetch');
    expect(first).toMatchObject({ status: 0, error: '' });
    expect(first.out).toMatch(/items: post +2 +2 +0 +0 +0/);
    const again = platen('one', 'import', file('a.xml.gz', gzipSync(xml)), '--no-fetch');
    expect(again.out).toMatch(/items: post +2 +0 +2 +0 +0/);
  });

  it('shows what an import would bring, and changes nothing', () => {
    const xml = wxrXml(itemXml({ id: 30, slug: 'thirty' }) + itemXml({ id: 32, slug: 'thirty-one' }));
    const path = join(folder, 'one', 'platen.db');
    const before = readFileSync(path);
    const tried = platen('one', 'import', file('b.xml', xml), '--dry-run');
    expect(tried).toMatchObject({ status: 0, error: '' });
    // One is there already, and the slug of the other is taken.
    expect(tried.out).toMatch(/items: post +2 +1 +1 +1 +0/);
    expect(tried.out).toContain('nothing was changed');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('platen-dry-run-'))).toEqual([]);
  });

  it('tries an import where there is no site, and makes none', () => {
    const xml = wxrXml(itemXml({ id: 30 }) + itemXml({ id: 31, type: 'attachment' }));
    const tried = platen('none', 'import', file('c.xml', xml), '--dry-run', '--uploads', folder);
    expect(tried.out).toMatch(/items: post +1 +1 +0 +0 +0/);
    expect(tried.out).toMatch(/files +1 +0 +0 +0 +1/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('says of a damaged file that its import would fail', () => {
    const tried = platen('none', 'import', file('d.xml', `${wxrXml(itemXml({ id: 30 })).slice(0, -20)}`), '--dry-run');
    expect(tried.status).toBe(1);
    expect(tried.out).toContain('The import would fail. Nothing was changed');
    expect(tried.error).toContain('The import would stop.');
  });

  it('has no dry run for an archive', () => {
    const archive = join(folder, 'dry.tgz');
    platen('one', 'export', '--archive', archive);
    expect(platen('two', 'import', archive, '--dry-run')).toMatchObject({ status: 1, out: '' });
    expect(existsSync(join(folder, 'two'))).toBe(false);
  });

  it('exports to a file and to the terminal', () => {
    const out = join(folder, 'out.xml');
    expect(platen('one', 'export', out)).toMatchObject({ status: 0, out: `Wrote 2 items to ${out}.\n` });
    expect(readFileSync(out, 'utf8')).toContain('<wp:post_name><![CDATA[thirty-one]]></wp:post_name>');
    expect(platen('one', 'export', '--types', 'page').out).not.toContain('<item>');
  });

  it('restores an archive on a new site, and on an old one only when told to', () => {
    const archive = join(folder, 'site.tgz');
    expect(platen('one', 'export', '--archive', archive)).toMatchObject({ status: 0, error: '' });
    expect(platen('two', 'import', archive).out).toMatch(/Restored .*: \d+ rows, 0 files/);
    const refused = platen('two', 'import', archive);
    expect(refused).toMatchObject({ status: 1, out: '' });
    expect(refused.error).toMatch(/This site has content/);
    expect(platen('two', 'import', archive, '--replace').status).toBe(0);
  });

  it.each([
    ['a file that is not there', ['import', '/nowhere/a.xml'], /no such file/],
    ['a folder', ['import', '/'], /is a folder/],
    ['a pair that is none', ['import', 'FILE', '--map', 'ann'], /"ann" is none/],
    ['a user nobody knows', ['import', 'FILE', '--map', '*=nobody', '--no-fetch'], /no user "nobody"/],
    ['an uploads folder that is none', ['import', 'FILE', '--uploads', '/nowhere'], /not a folder/],
    ['an address that is no pair', ['import', 'FILE', '--rewrite-links', 'https://old.example'], /wants OLD=NEW pairs/],
    ['a text that is empty', ['search-replace', '', 'x'], /not empty/],
    ['a place that cannot be written', ['export', '/nowhere/out.xml'], /cannot be written/],
    ['an archive of some types', ['export', '--archive', 'x.tgz', '--types', 'post'], /whole site/],
  ])('says what is wrong with %s', (_name, argv, message) => {
    const path = file('good.xml', wxrXml(itemXml({ id: 90, slug: 'ninety' })));
    const ran = platen('three', ...argv.map((word) => (word === 'FILE' ? path : word)));
    expect(ran.status).toBe(1);
    expect(ran.error).toMatch(message);
    expect(ran.error).not.toMatch(/^ +at /m);
  });

  it('replaces a text in the whole site, after showing what would change', () => {
    const meta = (value: string) =>
      `<wp:postmeta><wp:meta_key>link</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
    const content = 'See https://old.example/a and https://old.example/b.';
    const xml = wxrXml(
      itemXml({ id: 70, content }, meta('a:1:{i:0;s:19:"https://old.example";}')) +
        itemXml({ id: 71 }, meta('a:1:{i:0;s:7:"https://old.example";}')),
    );
    expect(platen('five', 'import', file('links.xml', xml), '--no-fetch').status).toBe(0);
    const words = ['search-replace', 'https://old.example', 'https://new.example.org'];
    const dry = platen('five', ...words, '--dry-run');
    expect(dry).toMatchObject({ status: 0, error: '' });
    expect(dry.out).toMatch(/posts +2 +1 +2 +0\npostmeta +2 +1 +1 +1\n/);
    expect(dry.out).toMatch(/Nothing was changed\.\n$/);
    const ran = platen('five', ...words);
    expect(ran.out).toMatch(/posts +2 +1 +2 +0\npostmeta +2 +1 +1 +1\n/);
    expect(ran.out).toMatch(/postmeta \d+ \(link\) was left as it is: its value is serialised, and it makes no sense/);
    expect(platen('five', ...words).out).toMatch(/posts +2 +0 +0 +0\npostmeta +2 +0 +0 +1\n/);
    const out = platen('five', 'export').out;
    expect(out).toContain('See https://new.example.org/a and https://new.example.org/b.');
    expect(out).toContain('a:1:{i:0;s:23:"https://new.example.org";}');
    expect(out).toContain('a:1:{i:0;s:7:"https://old.example";}');
    expect(out).toContain('>https://old.example/?p=70');
  });

  it('stops at the line where a file breaks, keeps what came before and goes on from there', () => {
    const whole = wxrXml(itemXml({ id: 50, slug: 'fifty' }) + itemXml({ id: 51, slug: 'fifty-one' }));
    const cut = whole.slice(0, whole.indexOf('Text of 51'));
    const stopped = platen('four', 'import', file('cut.xml', cut), '--no-fetch');
    expect(stopped.status).toBe(1);
    expect(stopped.out).toMatch(/^The import failed\. .*running the import again/);
    expect(stopped.out).toMatch(/items: post +1 +1 +0/);
    expect(stopped.error).toMatch(/The import stopped\. Line \d+: /);
    expect(platen('four', 'import', file('whole.xml', whole), '--no-fetch').out).toMatch(/items: post +2 +1 +1/);
  });
});
