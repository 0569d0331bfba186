import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';

/** What a program may use. It also ends by itself after this processor time, if nobody is left to kill it. */
const limits = { seconds: 15, memoryKilobytes: 2_097_152, fileKilobytes: 65_536 };

/** The container that a file is read as. Never guessed: a playlist in a film's clothes could name other files. */
const demuxers: readonly (readonly [type: RegExp, demuxer: string])[] = [
  [/^video\/(?:mp4|quicktime|x-m4v|3gpp2?)$/, 'mov'],
  [/^video\/(?:webm|x-matroska)$/, 'matroska'],
  [/^video\/(?:avi|x-msvideo|divx)$/, 'avi'],
  [/^video\/(?:mpeg|mpg)$/, 'mpeg'],
  [/^video\/x-flv$/, 'flv'],
  [/^video\/ogg$/, 'ogg'],
  [/^video\/x-ms-(?:wmv|asf|wm|wmx)$/, 'asf'],
];

/** Writes a frame near the start of a film as JPEG; false where `ffmpeg` is not installed, or finds none. */
export async function makePoster(file: string, mime: string, target: string): Promise<boolean> {
  const demuxer = demuxers.find(([type]) => type.test(mime))?.[1];
  if (demuxer === undefined) return false;
  const frameAt = (second: number) => [
    ...['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file'],
    ...['-f', demuxer, '-ss', String(second), '-i', `file:${file}`, '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', "scale='min(1920,iw)':-2", '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'mjpeg'],
    ...['-y', `file:${target}`],
  ];
  // The first frame is often black; a short film has no other.
  return (await run('ffmpeg', frameAt(1), target)) || run('ffmpeg', frameAt(0), target);
}

/** Writes the first page of a PDF as JPEG; false where `pdftoppm` is not installed, or cannot read it. */
export async function makePage(file: string, _mime: string, target: string): Promise<boolean> {
  const made = `${target}.jpg`;
  const page = ['-jpeg', '-r', '128', '-f', '1', '-l', '1', '-singlefile', file, target];
  if (!(await run('pdftoppm', page, made))) return false;
  await rename(made, target);
  return true;
}

const largestCover = 10 * 1024 * 1024;

/** Writes the picture that is embedded in a sound or film; false where there is none. */
export async function readCover(file: string, _mime: string, target: string): Promise<boolean> {
  const found = await parseFile(file, { duration: false }).catch(() => null);
  const [picture] = found?.common.picture ?? [];
  if (!picture || picture.data.length === 0 || picture.data.length > largestCover) return false;
  await writeFile(target, picture.data, { mode: 0o600 });
  return true;
}

/** Runs a program with limits of time, memory and file size, which the shell sets; whether it wrote the file. */
async function run(program: string, args: readonly string[], target: string): Promise<boolean> {
  const { seconds, memoryKilobytes, fileKilobytes } = limits;
  // Blocks of files have 512 bytes.
  const set = [`-t ${seconds}`, `-v ${memoryKilobytes}`, `-f ${fileKilobytes * 2}`].map((limit) => `ulimit ${limit}`);
  const child = spawn('/bin/sh', ['-c', `${set.join(' && ')} && exec "$0" "$@"`, program, ...args], {
    stdio: 'ignore',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const code = await once(child, 'exit').then(
    ([status]: unknown[]) => status,
    () => null,
  );
  const isWritten = code === 0 && (await stat(target).catch(() => null))?.size;
  if (!isWritten) await rm(target, { force: true });
  return Boolean(isWritten);
}
