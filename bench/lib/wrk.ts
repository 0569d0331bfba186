import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child.ts';
import type { BenchRequest } from './peer.ts';

/** The result of one load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly cores?: string;
  /** The folder for the script of a run. */
  readonly folder: string;
}

/** What to do where wrk is missing; a generator written in JavaScript would be slower than what it measures. */
export function wrkMissing(): string | null {
  return spawnSync('wrk', ['-v']).error ? 'wrk makes the load: install it ("node bench/peers/install.mjs wrk").' : null;
}

const timeoutSeconds = 60;

/**
 * Sends one request repeatedly over keep-alive connections. One response that is not a success invalidates the whole
 * load.
 */
export async function putUnderLoad(request: BenchRequest, options: LoadOptions): Promise<Load> {
  const { seconds, connections, cores, folder } = options;
  const script = join(folder, 'load.lua');
  await writeFile(script, luaFor(request));
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', `${timeoutSeconds}s`];
  const address = request.url.replace('@@', '0');
  const printed = await runChild('wrk', [...args, '-s', script, address], cores === undefined ? {} : { cores });
  const line = printed.split('\n').find((one) => one.startsWith('@@'));
  if (!line) throw new Error(`wrk printed no result:\n${printed}`);
  const found = JSON.parse(line.slice(2)) as Record<'requests' | 'microseconds' | 'bad' | 'p50' | 'p99', number>;
  if (found.bad > 0) throw new Error(`${found.bad} of ${found.requests} answers of ${request.url} were errors.`);
  return {
    requests: found.requests,
    perSecond: (found.requests / found.microseconds) * 1e6,
    p50Ms: found.p50 / 1000,
    p99Ms: found.p99 / 1000,
  };
}

function luaFor({ url, headers = {}, body }: BenchRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`);
  if (body !== undefined) lines.push('wrk.method = "POST"');
  const { pathname, search } = new URL(url);
  const path = counted(pathname + search);
  if (`${url}${body ?? ''}`.includes('@@'))
    lines.push(
      `local n = ${Date.now()} * 1000`,
      'request = function()',
      '  n = n + 1',
      `  return wrk.format(nil, ${path}, nil, ${body === undefined ? 'nil' : counted(body)})`,
      'end',
    );
  return `${lines.join('\n')}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n@@{"requests":%d,"microseconds":%d,"bad":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    summary.duration, e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`;
}

/** A Lua expression for a text with the number in place of its placeholder. */
function counted(text: string): string {
  return text.split('@@').map(quoted).join(' .. string.format("%.0f", n) .. ');
}

/** A Lua string: every byte with a special meaning is escaped as a number. */
function quoted(text: string): string {
  const plain = /[A-Za-z0-9 _.,:;/<>=-]/;
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
