/** How much of a file was sent. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number;
}

type Report = (progress: UploadProgress) => void;

/** Sends a form and tells how far it is: with XMLHttpRequest in a browser, elsewhere by counting a stream. */
export function sendWithProgress(total: number, report: Report) {
  const tell = (loaded: number): void => report({ loaded: Math.min(loaded, total), total });
  return (url: string, init: RequestInit): Promise<Response> =>
    'XMLHttpRequest' in globalThis ? sendByBrowser(url, init, tell) : fetch(url, counted(init, tell));
}

/** The same request with a body that tells what was read of it. */
function counted(init: RequestInit, tell: (loaded: number) => void): RequestInit {
  const encoded = new Response(init.body ?? null);
  let loaded = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      tell(loaded);
      controller.enqueue(chunk);
    },
  });
  const type = encoded.headers.get('content-type') ?? '';
  const body = encoded.body?.pipeThrough(count) ?? null;
  // `duplex` is demanded for streams, and not known to every version of the types.
  return { ...init, headers: { ...init.headers, 'content-type': type }, body, duplex: 'half' } as RequestInit;
}

/** As much of XMLHttpRequest as is used; it is not in the types of every runtime. */
interface BrowserRequest {
  responseType: string;
  withCredentials: boolean;
  readonly status: number;
  readonly response: ArrayBuffer;
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

function sendByBrowser(url: string, init: RequestInit, tell: (loaded: number) => void): Promise<Response> {
  // The caller has seen that the runtime has it.
  const { XMLHttpRequest } = globalThis as object as { readonly XMLHttpRequest: new () => BrowserRequest };
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', url);
    request.responseType = 'arraybuffer';
    request.withCredentials = init.credentials === 'include';
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded }) => tell(loaded);
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onload = () =>
      resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }));
    init.signal?.addEventListener('abort', () => {
      request.abort();
      reject(init.signal?.reason);
    });
    request.send(init.body);
  });
}

function headersOf(request: BrowserRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
}
