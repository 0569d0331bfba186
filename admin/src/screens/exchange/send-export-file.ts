import type { Routes } from '../../api/interface.ts';
import { Refused, Unreachable } from '../../api/refused.ts';
import { addressOf, type Query } from '../../api/request.ts';
import { sessionNonce } from '../../api/session.ts';

export type ExchangeJob = Routes['/platen/v1/exchange/{id}']['GET']['edit'];

interface Sending {
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Streams an export file or an archive to the server and says how far it is; `fetch` cannot. */
export function sendExportFile(
  path: string,
  file: File,
  query: Query,
  { progress, signal }: Sending,
): Promise<ExchangeJob> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(path, { ...query, name: file.name }));
    request.setRequestHeader('X-WP-Nonce', sessionNonce());
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve(request.response) : reject(new Refused(request.status, request.response));
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
