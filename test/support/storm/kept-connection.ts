import { Agent, request } from 'node:http';

export interface KeptAnswer {
  readonly status: number;
  /** How many items the whole list has; not a number where it is no list. */
  readonly total: number;
  /** Whether it came from memory. */
  readonly cache: string;
  readonly body: unknown;
}

export interface KeptConnection {
  (method: string, path: string, body?: unknown, login?: string): Promise<KeptAnswer>;
  end(): void;
}

/** One connection that is kept open, so that one process answers everything asked on it. */
export function keptConnection(origin: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body?: unknown, login?: string): Promise<KeptAnswer> =>
    new Promise((resolve, reject) => {
      const headers: Record<string, string> = {};
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (login !== undefined) headers['authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
      const asking = request(origin + path, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            total: Number(answer.headers['x-wp-total']),
            cache: String(answer.headers['x-cache']),
            body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown,
          }),
        );
      });
      asking.on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return Object.assign(ask, { end: () => agent.destroy() });
}
