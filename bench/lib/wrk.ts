import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { type BenchLoad, type BenchRequest, methodOf } from './peer.ts';

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
 * Sends one request repeatedly, or several in turn, over keep-alive connections. One response that is not a success
 * invalidates the whole load.
 */
export async function putUnderLoad(sent: BenchLoad, options: LoadOptions): Promise<Load> {
  const { seconds, connections, cores, folder } = options;
  const requests = [sent].flat();
  const script = join(folder, 'load.lua');
  await writeFile(script, luaFor(requests));
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', `${timeoutSeconds}s`];
  const address = requests[0]?.url.replace('@@', '0') ?? '';
  const printed = await runChild('wrk', [...args, '-s', script, address], cores === undefined ? {} : { cores });
  const line = printed.split('\n').find((one) => one.startsWith('@@'));
  if (!line) throw new Error(`wrk printed no result:\n${printed}`);
  const found = JSON.parse(line.slice(2)) as Record<'requests' | 'microseconds' | 'bad' | 'p50' | 'p99', number>;
  if (found.bad > 0) throw new Error(`${found.bad} of ${found.requests} answers of ${address} were errors.`);
  return {
    requests: found.requests,
    perSecond: (found.requests / found.microseconds) * 1e6,
    p50Ms: found.p50 / 1000,
    p99Ms: found.p99 / 1000,
  };
}

function luaFor(requests: readonly BenchRequest[]): string {
  const [only] = requests;
  const load = requests.length === 1 && only && isConstant(only) ? constantLoad(only) : loadInTurn(requests);
  return `${load}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n@@{"requests":%d,"microseconds":%d,"bad":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    summary.duration, e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`;
}

/** One request that is always the same: wrk sends the same bytes, and no script runs meanwhile. */
function constantLoad(request: BenchRequest): string {
  const { headers = {}, body } = request;
  return [
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`),
    `wrk.method = ${quoted(methodOf(request))}`,
    ...(body === undefined ? [] : [`wrk.body = ${quoted(body)}`]),
  ].join('\n');
}

/** Several requests in turn, or one with a number that is new each time. */
function loadInTurn(requests: readonly BenchRequest[]): string {
  return `local n = ${Date.now()} * 1000
local turn = 0
local writers = {
${requests.map(writer).join('\n')}
}
local constant = {${requests.map(isConstant).join(', ')}}
local written = {}
request = function()
  turn = turn % #writers + 1
  n = n + 1
  local text = written[turn] or writers[turn]()
  if constant[turn] then written[turn] = text end
  return text
end`;
}

/** A Lua function that writes a request with the current number. */
function writer(request: BenchRequest): string {
  const { url, headers = {}, body } = request;
  const { pathname, search } = new URL(url);
  const fields = Object.entries(headers).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`);
  const parts = [quoted(methodOf(request)), counted(pathname + search), `{${fields.join(', ')}}`];
  return `  function() return wrk.format(${[...parts, body === undefined ? 'nil' : counted(body)].join(', ')}) end,`;
}

function isConstant({ url, body = '' }: BenchRequest): boolean {
  return !`${url}${body}`.includes('@@');
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
