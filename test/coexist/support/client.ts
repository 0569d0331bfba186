/** An answer of either system; assertions are what types it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  options(path: string): Promise<Answer>;
  upload(name: string, mime: string, bytes: Uint8Array): Promise<Answer>;
}

/** Speaks to the interface at `api` as one user, over HTTP. */
export function clientAt(api: string, login: string | null, password = ''): Client {
  const authorization: Record<string, string> = login
    ? { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
    : {};
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Blob,
  ): Promise<Answer> => {
    const answer = await fetch(api + path, {
      method,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    get: (path) => send('GET', path, {}),
    post: (path, body) => send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)),
    delete: (path) => send('DELETE', path, {}),
    options: (path) => send('OPTIONS', path, {}),
    upload: (name, mime, bytes) =>
      send(
        'POST',
        '/wp/v2/media',
        { 'content-type': mime, 'content-disposition': `attachment; filename="${name}"` },
        new Blob([Buffer.from(bytes)]),
      ),
  };
}
