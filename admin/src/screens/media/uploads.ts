import { fileHeaders } from '../../api/file-headers.ts';
import { Refused, Unreachable } from '../../api/refused.ts';
import { sessionNonce } from '../../api/session.ts';
import { start } from '../../app/start.ts';

/** A file on its way to the server. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  readonly reason?: string;
}

interface UploadEvents {
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file and says how far it is; `fetch` cannot. */
export function sendFile(file: File, { progress, signal }: UploadEvents): Promise<void> {
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
