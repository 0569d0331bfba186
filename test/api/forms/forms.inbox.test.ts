import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FormSite, formSite, runFormCommand } from './form-client.ts';

let site: FormSite;
let form: number;
let firstDay: string;
const today = () => new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  firstDay = today();
  site = await formSite();
  form = await site.form('[text your-name] [email your-email] [text your-subject] [textarea your-message]', {
    additional_settings: 'skip_mail: on',
    title: 'Contact',
  });
  const said = [
    ['Ann', 'ann@example.net', 'Opening hours', 'When are you open?'],
    ['Bob', 'bob@example.net', '=HYPERLINK("http://evil.example")', 'Line one\nand "two", three'],
    ['Ćirić', 'c@example.net', 'Grüße', 'ÄÖÜ'],
  ];
  for (const [name, email, subject, message] of said)
    await site.send(form, {
      'your-name': name!,
      'your-email': email!,
      'your-subject': subject!,
      'your-message': message!,
    });
  await site.send(form, { 'your-name': 'Robot', _cform_website: 'x' });
});
afterAll(() => site.close());

const run = (...asked: DropFirst<Parameters<typeof runFormCommand>>) => runFormCommand(site, ...asked);
type DropFirst<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

/** A strict reader of RFC 4180. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (!found) throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    records.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n' && cell.lastIndex < text.length) records.push([]);
  }
  return records;
}

describe('the inbox at a terminal', () => {
  it('lists newest first, and narrows by status, text, form and day', async () => {
    expect((await run('forms inbox')).split('\n').map((line) => line.trim().split(/\s+/)[3])).toEqual([
      'spam',
      'no_mail',
      'no_mail',
      'no_mail',
    ]);
    expect(await run('forms inbox', {}, { status: 'spam' })).toContain('spam');
    expect((await run('forms inbox', {}, { search: 'OPEN?' })).split('\n')).toHaveLength(1);
    expect(
      (await run('forms inbox', {}, { search: 'grusse' })) + (await run('forms inbox', {}, { search: 'ćirić' })),
    ).toContain('c@example.net');
    expect(await run('forms inbox', {}, { form: '999999' })).toBe('');
    expect((await run('forms inbox', {}, { from: firstDay, to: today() })).split('\n')).toHaveLength(4);
    expect(await run('forms inbox', {}, { to: '2000-01-01' })).toBe('');
  });

  it('exports CSV that a strict parser reads and a spreadsheet does not run', async () => {
    const text = await run('forms export', {}, { form: String(form), status: 'no_mail' });
    expect(text.startsWith('\ufeff')).toBe(true);
    const [head, ...rows] = readCsv(`${text.slice(1)}\n`);
    expect(head).toEqual([
      'id',
      'received',
      'status',
      'from',
      'subject',
      'your-name',
      'your-email',
      'your-subject',
      'your-message',
    ]);
    expect(rows).toHaveLength(3);
    expect(rows[1]?.slice(3)).toEqual([
      'Bob <bob@example.net>',
      `'=HYPERLINK("http://evil.example")`,
      'Bob',
      'bob@example.net',
      `'=HYPERLINK("http://evil.example")`,
      'Line one\nand "two", three',
    ]);
    expect(rows[2]?.[5]).toBe('Ćirić');
  });

  it('shows a message, moves it to the trash and back, and removes it', async () => {
    const id = (await run('forms inbox', {}, { search: 'Opening' })).trim().split(/\s+/)[0]!;
    expect(JSON.parse(await run('forms show', { id }))).toMatchObject({ fromName: 'Ann', formTitle: 'Contact' });
    await run('forms trash', { id });
    expect(await run('forms inbox', {}, { search: 'Opening' })).toBe('');
    await run('forms restore', { id });
    expect(await run('forms inbox', {}, { search: 'Opening' })).toContain('Opening hours');
    await run('forms delete', { id });
    await expect(run('forms show', { id })).rejects.toThrow(/There is no message/);
  });

  it('erases an address wherever it stands', async () => {
    await site.send(form, { 'your-name': 'Eve', 'your-message': 'write to eve@example.net please' });
    expect(await run('forms erase', { address: 'EVE@example.net' })).toBe('1 removed.');
    expect(await run('forms inbox', {}, { search: 'eve@' })).toBe('');
  });

  it('prunes what is old and nothing else', async () => {
    const before = (await run('forms inbox')).split('\n').length;
    expect(await run('forms prune', { days: '1' })).toBe('0 removed.');
    expect((await run('forms inbox')).split('\n')).toHaveLength(before);
  });

  it('says what it cannot do', async () => {
    await expect(run('forms inbox', {}, { from: 'yesterday' })).rejects.toThrow(/no day/);
    await expect(run('forms show', { id: 'x' })).rejects.toThrow(/There is no message x/);
    await expect(run('forms resend', { id: '999' })).rejects.toThrow(/There is no message/);
  });

  it('lists forms and the sites that may send them', async () => {
    expect(await run('forms list')).toContain('Contact');
    expect(await run('forms origins')).toBe('none');
    expect(await run('forms origins', { origins: 'https://a.example' })).toBe('https://a.example');
  });
});

describe('files of a form that asks to keep them', () => {
  const template = '[text your-name] [file f filetypes:txt]';
  const note = { f: { name: 'note.txt', content: 'the note', type: 'text/plain' } };
  const folder = () => join(site.platen.config.dataDir, 'form-files');
  const latest = async () => (await run('forms inbox', {}, { limit: '1' })).trim().split(/\s+/)[0]!;

  it('are there until their message goes', async () => {
    const keeping = await site.form(template, { additional_settings: 'skip_mail: on\nstore_files: on' });
    await site.send(keeping, { 'your-name': 'Ann' }, { files: note });
    const id = await latest();
    const target = join(site.platen.config.dataDir, 'copied');
    expect(await run('forms files', { id, folder: target })).toBe(join(target, 'note.txt'));
    expect(await readFile(join(target, 'note.txt'), 'utf8')).toBe('the note');
    await expect(run('forms files', { id, folder: target })).rejects.toThrow(/cannot be written/);
    expect(await readdir(folder())).toHaveLength(1);
    await run('forms delete', { id });
    expect(await readdir(folder())).toEqual([]);
  });

  it('go when an address is erased', async () => {
    const keeping = await site.form(template, { additional_settings: 'skip_mail: on\nstore_files: on' });
    await site.send(keeping, { 'your-name': 'gone@example.net' }, { files: note });
    expect(await readdir(folder())).toHaveLength(1);
    expect(await run('forms erase', { address: 'gone@example.net' })).toBe('1 removed.');
    expect(await readdir(folder())).toEqual([]);
  });

  it('are only named where it does not', async () => {
    const plain = await site.form(template, { additional_settings: 'skip_mail: on' });
    await site.send(plain, { 'your-name': 'Bob' }, { files: note });
    const id = await latest();
    expect(JSON.parse(await run('forms show', { id })).files).toMatchObject([
      { field: 'f', name: 'note.txt', size: 8 },
    ]);
    await expect(run('forms files', { id, folder: 'x' })).rejects.toThrow(/No files/);
    expect(await readdir(folder())).toEqual([]);
  });
});
