import { fileHeaders } from '../../api/file-headers.ts';
import { Refused, Unreachable } from '../../api/refused.ts';
import { sessionNonce } from '../../api/session.ts';
import { start } from '../../app/start.ts';
import { type ResumableEvents, resumableFrom, sendResumable } from './resumable-file.ts';

/** A file on its way to the server. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Whether it can be stopped and go on later. */
  readonly isResumable: boolean;
  /** Whether the connection is lost, so that it waits for it. */
  readonly isInterrupted?: boolean;
  readonly reason?: string;
}

/** Sends a file, a large one in parts. */
export async function sendFile(file: File, events: ResumableEvents): Promise<void> {
  await (file.size >= resumableFrom ? sendResumable(file, events) : sendWhole(file, events));
}

/** Sends a file in one request and says how far it is; `fetch` cannot. */
function sendWhole(file: File, { progress, signal }: ResumableEvents): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${start.apiPath}/wp/v2/media`);
    request.setRequestHeader('X-WP-Nonce', sessionNonce());
    for (const [name, value] of Object.entries(fileHeaders(file))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Refused(request.status, parsed(request.responseText)));
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
