import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { escapeHtml } from '../../text/entities.ts';
import type { PersonBatch, PersonRow } from './export-person.ts';
import type { Person } from './person-table.ts';

/** What an archive is made of. */
export interface PersonArchive {
  readonly person: Person;
  readonly site: { readonly title: string; readonly url: string };
  readonly madeAt: string;
  readonly batches: AsyncIterable<PersonBatch>;
  readonly watch: (rows: number, files: number) => void;
}

/** Rows of a kind are parted into files of about so many characters. */
const pieceCharacters = 4_000_000;
/** How many rows of a kind the page shows. */
const shownRows = 100;
const longestCell = 300;

/**
 * Writes what a site has of a person: `index.html` for people, `data/KIND-N.json` for programs, and the files. The archive
 * is there whole or not at all; memory use does not grow with it.
 */
export async function writePersonArchive(path: string, archive: PersonArchive): Promise<void> {
  const part = `${path}.part`;
  try {
    const packed = pack();
    const written = pipeline(packed, createGzip({ level: 6 }), createWriteStream(part, { mode: 0o600 }));
    const filled = fill(packed, archive).catch((error: unknown) => {
      packed.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    await Promise.all([filled, written]);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

interface Kind {
  count: number;
  pieces: number;
  waiting: string[];
  characters: number;
  readonly shown: PersonRow[];
}

async function fill(packed: Pack, { person, site, madeAt, batches, watch }: PersonArchive): Promise<void> {
  const kinds = new Map<string, Kind>();
  const files: string[] = [];
  const flush = async (name: string, kind: Kind) => {
    if (kind.waiting.length === 0) return;
    kind.pieces += 1;
    await entry(packed, `data/${name}-${kind.pieces}.json`, `[\n${kind.waiting.join(',\n')}\n]\n`);
    Object.assign(kind, { waiting: [], characters: 0 });
  };
  for await (const { kind: name, rows, files: found = [] } of batches) {
    const kind = kinds.get(name) ?? { count: 0, pieces: 0, waiting: [], characters: 0, shown: [] };
    kinds.set(name, kind);
    for (const row of rows) {
      const line = JSON.stringify(row);
      kind.waiting.push(line);
      kind.characters += line.length;
      if (kind.shown.length < shownRows) kind.shown.push(row);
      if (kind.characters > pieceCharacters) await flush(name, kind);
    }
    kind.count += rows.length;
    for (const file of found) {
      const bytes = await file.read();
      if (!bytes) continue;
      const path = `files/${name}/${safe(file.name)}`;
      await pipeline(Readable.from(bytes), packed.entry({ name: path, size: file.bytes }));
      files.push(path);
    }
    watch(rows.length, found.length);
  }
  for (const [name, kind] of kinds) await flush(name, kind);
  await entry(
    packed,
    'data/person.json',
    `${JSON.stringify({ ...person, site: site.url, made_at: madeAt }, null, 2)}\n`,
  );
  await entry(packed, 'index.html', page({ person, site, madeAt }, kinds, files));
  packed.finalize();
}

/** A name that stays in its folder, on every system. */
const safe = (name: string): string =>
  name
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part) => part.replace(/[\u0000-\u001f<>:"|?*]/g, '_'))
    .join('/');

async function entry(packed: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await pipeline(Readable.from([bytes]), packed.entry({ name, size: bytes.length }));
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#22211e;background:#fffefb}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border:1px solid #ccc;padding:.35rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
.wide{overflow-x:auto}@media(prefers-color-scheme:dark){body{color:#e9e6df;background:#171615}a{color:#7fc8d8}th,td{border-color:#555}}`;

/** The page that people open. Nothing in it is fetched or run. */
function page(
  { person, site, madeAt }: Pick<PersonArchive, 'person' | 'site' | 'madeAt'>,
  kinds: ReadonlyMap<string, Kind>,
  files: readonly string[],
): string {
  const found = [...kinds].filter(([, { count }]) => count > 0);
  const who = escapeHtml([person.login, ...person.emails].filter((part) => part !== '').join(', '));
  const contents = found.map(
    ([name, { count }]) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>: ${count}</li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Personal data: ${who}</title><style>${style}</style></head><body>
<h1>Personal data</h1>
<p>What <a href="${escapeHtml(site.url)}">${escapeHtml(site.title || site.url)}</a> has of ${who}, as of ${escapeHtml(madeAt)}.
Everything is in the folder <code>data</code> as JSON; this page shows the first ${shownRows} of each kind.</p>
<ul>${contents.join('')}</ul>
${found.map(([name, kind]) => section(name, kind)).join('\n')}
${files.length === 0 ? '' : `<h2>Files</h2><ul>${files.map((file) => `<li><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(file)}</a></li>`).join('')}</ul>`}
</body></html>
`;
}

function section(name: string, { count, shown }: Kind): string {
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = shown
    .map((row) => `<tr>${columns.map((column) => `<td>${cell(Reflect.get(row, column))}</td>`).join('')}</tr>`)
    .join('');
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)} (${count})</h2>
<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(name)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div></section>`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeHtml(text.length > longestCell ? `${text.slice(0, longestCell)}…` : text);
}
