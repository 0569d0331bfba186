import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileRequest, hostileRequests } from '../support/hostile-bodies.ts';
import type { Cost, Order, Report } from '../support/measured-server.ts';
import { sendRaw } from '../support/send-raw.ts';

/** Wide, for slow machines: what these bodies took before they were bounded was seconds and gigabytes. */
const mostHold = 250;
const mostMemory = { anonymous: 80, subscriber: 80, author: 400 } as const;

let server: ChildProcess;
let url: string;
const told = async (order?: Order): Promise<Report> => {
  if (order) server.send(order);
  const [report] = (await once(server, 'message')) as [Report];
  return report;
};

beforeAll(async () => {
  const program = fileURLToPath(new URL('../support/measured-server.ts', import.meta.url));
  server = fork(program, { execArgv: ['--expose-gc', '--max-old-space-size=256'] });
  ({ url } = (await told()) as { url: string });
});
afterAll(async () => {
  const ended = once(server, 'exit');
  if (server.connected) server.send('stop' satisfies Order);
  await ended;
});

async function measured(row: HostileRequest): Promise<{ status: number | 'cut off'; cost: Cost }> {
  const [method = '', path = ''] = (row.request ?? 'POST /wp/v2/posts').split(' ');
  const login = Buffer.from(`the-${row.as}:pw-${row.as}`).toString('base64');
  const headers = {
    'Content-Type': row.body.type,
    ...(row.as === 'anonymous' ? {} : { Authorization: `Basic ${login}` }),
  };
  const { type: _type, pieces, ...framing } = row.body;
  await told('begin');
  const status = await sendRaw(url, {
    method,
    path: `/wp-json${path}`,
    headers,
    body: pieces(),
    ...framing,
  });
  return { status, cost: (await told('end')) as Cost };
}

describe('a body made to be expensive is cheap to refuse', () => {
  it.each(hostileRequests)('$name, as $as', async (row) => {
    const { status, cost } = await measured(row);
    if (process.env['PLATEN_TEST_FIGURES'])
      console.log(`${row.name}, ${row.as}\t${status}\t${cost.hold.toFixed(0)} ms\t${cost.memory.toFixed(0)} MB`);
    expect(row.endless ? [row.status, 'cut off'] : [row.status]).toContain(status);
    expect(cost.hold).toBeLessThan(mostHold);
    expect(cost.memory).toBeLessThan(mostMemory[row.as]);
  });

  it('leaves a server that answers', async () => {
    expect((await fetch(`${url}/wp-json/wp/v2/posts`)).status).toBe(200);
    expect(server.exitCode).toBeNull();
  });
});
