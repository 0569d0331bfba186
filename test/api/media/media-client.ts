import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import type { SiteOverrides } from '../../../src/app/open-services.ts';
import type { PlatenOptions } from '../../../src/index.ts';
import { type Answer, type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A server that listens, since files travel over HTTP only. */
export interface MediaSite extends TestPlaten {
  /** Where it listens; links are built from `http://site.test`. */
  readonly origin: string;
  /** Sends a file as the body of a request. */
  upload(who: Role, file: SentFile, query?: string): Promise<Answer>;
  /** Sends a form with a file in it. */
  uploadForm(who: Role, file: SentFile & { field?: string }, fields?: Record<string, string>): Promise<Answer>;
  /** Asks for a file, on a connection of its own, and reads all of the answer. */
  fetch(path: string, init?: FileQuestion): Promise<FileAnswer>;
  /** Names of the files in the uploads folder, sorted. */
  stored(): Promise<string[]>;
  /** Names of what waits between arriving and being kept. */
  spooled(): Promise<string[]>;
}

export interface FileQuestion {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface FileAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface SentFile {
  readonly name?: string;
  readonly content: Buffer | string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

export async function mediaSite(options: PlatenOptions = {}, overrides: SiteOverrides = {}): Promise<MediaSite> {
  const site = await testPlaten({ host: '127.0.0.1', ...options }, overrides);
  const origin = await site.platen.listen();
  const api = `${origin}/wp-json/wp/v2/media`;
  const { dataDir } = site.platen.config;
  return {
    ...site,
    origin,
    upload: (who, file, query = '') =>
      send(`${api}${query}`, who, file.content, {
        ...(file.type === undefined ? {} : { 'content-type': file.type }),
        ...(file.name === undefined ? {} : { 'content-disposition': `attachment; filename="${file.name}"` }),
        ...file.headers,
      }),
    uploadForm: (who, file, fields = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append(file.field ?? 'file', new Blob([file.content], { type: file.type ?? '' }), file.name ?? 'blob');
      return send(api, who, form, file.headers ?? {});
    },
    fetch: (path, init) => ask(origin + path, init),
    stored: () => filesBelow(join(dataDir, 'uploads')),
    spooled: () => filesBelow(join(dataDir, 'spool')),
  };
}

async function send(
  url: string,
  who: Role,
  body: FormData | Buffer | string,
  headers: Record<string, string>,
): Promise<Answer> {
  const login = who === 'administrator' ? 'admin:pw-administrator' : `the-${who}:pw-${who}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const answered = await fetch(url, {
    method: 'POST',
    headers: { ...(who === 'anonymous' ? {} : { authorization }), ...headers },
    body,
  });
  return {
    status: answered.status,
    headers: Object.fromEntries(answered.headers),
    body: await answered.json(),
  };
}

async function ask(url: string, { method = 'GET', headers = {}, body = '' }: FileQuestion = {}): Promise<FileAnswer> {
  const question = request(url, { method, headers, agent: false });
  question.end(body);
  const [answer] = (await once(question, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

/** A picture of one colour. */
export function picture(width: number, height: number, format: 'jpeg' | 'png' | 'gif' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4a6' } })
    .toFormat(format)
    .toBuffer();
}

/** The year and month that new files are filed under. */
export const month = (): string => new Date().toISOString().slice(0, 7).replace('-', '/');
