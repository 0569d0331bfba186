import { Refused, Unreachable } from '../../api/refused.ts';
import { addressOf, send, sendRaw } from '../../api/request.ts';
import { renewSession, sessionNonce } from '../../api/session.ts';

/** Files from this size on are sent in parts, so that they can go on after an interruption. */
export const resumableFrom = 8 * 1024 * 1024;
/** Small enough for what stands in front of servers. */
const partBytes = 8 * 1024 * 1024;

export interface ResumableEvents {
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Told when the connection is lost, and when it is back. */
  readonly interrupted?: (isLost: boolean) => void;
}

/** After so many tries in a row that brought nothing further, it is said that it does not work: about two minutes. */
const mostFailures = 8;

const collection = '/platen/v1/uploads';
const version = { 'Tus-Resumable': '1.0.0' };

/**
 * Sends a file by tus 1.0.0, or the rest of one that was begun before; the number of its media item. What fails for a while is
 * tried again; where it goes on failing, the last reason is thrown, and the same file can be sent again.
 */
export async function sendResumable(file: File, events: ResumableEvents, alt = ''): Promise<number> {
  const { signal, progress, interrupted } = events;
  let tries = 0;
  let failures = 0;
  let furthest = 0;
  for (;;) {
    try {
      let { path, offset, attachment } = await begunOrNew(file, alt, signal);
      while (attachment === 0) {
        progress(offset / file.size);
        const part = file.slice(offset, offset + partBytes);
        const report = (sent: number) => progress((offset + sent) / file.size);
        const from = offset;
        ({ offset, attachment } = await sendPart(path, part, from, { signal, report }));
        if (offset <= from && attachment === 0) throw new Refused(409, null);
        if (tries > 0) interrupted?.(false);
        // A server that forgets what it received is no progress.
        if (offset <= furthest) continue;
        furthest = offset;
        tries = 0;
        failures = 0;
      }
      forget(file);
      return attachment;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      tries += 1;
      // Without a network it is no fault of the server.
      if (navigator.onLine) failures += 1;
      if (failures >= mostFailures) throw error;
      interrupted?.(true);
      await untilNext(tries, signal);
    }
  }
}

/** Gives up what was sent of a file. */
export async function cancelResumable(file: File): Promise<void> {
  const path = remembered(file);
  forget(file);
  if (path) await sendRaw({ method: 'DELETE', path, headers: version });
}

interface Begun {
  readonly path: string;
  readonly offset: number;
  readonly attachment: number;
}

/** The upload of the same file that was begun before, also before a reload; else a new one. */
async function begunOrNew(file: File, alt: string, signal: AbortSignal): Promise<Begun> {
  const path = remembered(file);
  const found = path ? await sendRaw({ method: 'HEAD', path, headers: version, signal }) : null;
  if (path && found?.ok) return { path, ...progressOf(found.headers) };
  if (found && found.status !== 404 && found.status !== 410) throw new Refused(found.status, null);
  const { body } = await send<{ readonly id: string }>({
    method: 'POST',
    path: collection,
    headers: { ...version, 'Upload-Length': String(file.size), 'Upload-Metadata': metadataOf(file, alt) },
    signal,
  });
  const begun = `${collection}/${body.id}`;
  remember(file, begun);
  return { path: begun, offset: 0, attachment: 0 };
}

const progressOf = (headers: Headers) => ({
  offset: Number(headers.get('Upload-Offset')),
  attachment: Number(headers.get('Platen-Attachment-Id') ?? 0),
});

function metadataOf(file: File, alt: string): string {
  const pairs = { filename: file.name, filetype: file.type, alt_text: alt };
  return Object.entries(pairs)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');
}

const base64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

interface PartEvents {
  readonly signal: AbortSignal;
  readonly report: (sent: number) => void;
}

/** Sends the next part and says how far it is; `fetch` cannot. */
async function sendPart(path: string, part: Blob, offset: number, events: PartEvents) {
  const first = await exchange(path, part, offset, events);
  const isSessionOver = first.status === 401 || first.response.includes('rest_cookie_invalid_nonce');
  const answer = isSessionOver ? await renewSession().then(() => exchange(path, part, offset, events)) : first;
  if (answer.status !== 204) throw new Refused(answer.status, parsed(answer.response));
  return progressOf(answer.headers);
}

function exchange(path: string, part: Blob, offset: number, { signal, report }: PartEvents) {
  return new Promise<{ status: number; response: string; headers: Headers }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PATCH', addressOf(path));
    const headers = { ...version, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('X-WP-Nonce', sessionNonce());
    request.upload.onprogress = ({ loaded }) => report(loaded);
    request.onload = () => {
      const told = new Headers();
      for (const name of ['Upload-Offset', 'Platen-Attachment-Id']) {
        const value = request.getResponseHeader(name);
        if (value !== null) told.set(name, value);
      }
      resolve({ status: request.status, response: request.responseText, headers: told });
    };
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(part);
  });
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the same may succeed later: no connection, a server that starts again, or another request in the way. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Refused)) return error instanceof Unreachable;
  const { status, code } = error;
  return status >= 500 || status === 409 || status === 423 || code === 'platen_upload_interrupted';
}

const longestPauseMs = 30_000;

/** Waits longer after each failure, but no longer than until the network is back. */
function untilNext(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      go();
      reject(signal.reason);
    };
    const timer = setTimeout(go, Math.min(longestPauseMs, 500 * 2 ** failures));
    window.addEventListener('online', go);
    signal.addEventListener('abort', stop);
  });
}

/** The same file, as far as a browser can tell. */
const keyOf = ({ name, size, lastModified }: File): string => `platen-upload ${size} ${lastModified} ${name}`;

/** A browser may refuse to store anything; then an upload cannot go on after a reload. */
function remembered(file: File): string | null {
  try {
    return localStorage.getItem(keyOf(file)) ?? begunHere.get(keyOf(file)) ?? null;
  } catch {
    return begunHere.get(keyOf(file)) ?? null;
  }
}

const begunHere = new Map<string, string>();

function remember(file: File, path: string): void {
  begunHere.set(keyOf(file), path);
  try {
    localStorage.setItem(keyOf(file), path);
  } catch {
    // As above.
  }
}

function forget(file: File): void {
  begunHere.delete(keyOf(file));
  try {
    localStorage.removeItem(keyOf(file));
  } catch {
    // As above.
  }
}
