import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The status of the answer, and the time until all of it was there; rejects where there is none. */
export function askOnce(origin: string, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { agent, headers, timeout: 300_000 }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('There was no answer.')));
    asked.on('error', reject);
    asked.end();
  });
}

export interface Answered {
  readonly status: number;
  readonly ms: number;
}
