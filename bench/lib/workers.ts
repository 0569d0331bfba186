import { join } from 'node:path';
import { startBare } from '../peers/bare.ts';
import { platenProgram } from '../peers/platen-program.ts';
import { wordpressRequests } from '../peers/wordpress-requests.ts';
import type { PeerContext, RunningPeer } from './peer.ts';
import { markdownTable, rounded } from './report.ts';
import { checkAnswers, measureRounds, ratio } from './rounds.ts';
import type { LoadOptions } from './wrk.ts';

/**
 * What a second process gains, for Platen and for the bare server. Servers and load share all cores here, so neither
 * can double; what counts is that Platen gains what the bare server gains.
 */
export async function measureWorkers(
  { folder, posts }: PeerContext,
  { cores: _everyCore, rounds, ...load }: LoadOptions & { readonly rounds: number },
): Promise<string[]> {
  const platen = platenProgram();
  const env = { PLATEN_DATA_DIR: join(folder, 'workers'), PLATEN_ADMIN_PASSWORD: 'bench' };
  await platen.fill(env, posts);
  const running = new Map<string, RunningPeer>();
  try {
    for (const [cache, megabytes] of [
      ['cached', '64'],
      ['uncached', '0'],
    ])
      for (const workers of ['1', '2']) {
        const { url, child, stop } = await platen.serve(
          { ...env, PLATEN_CACHE_MB: `${megabytes}`, PLATEN_WORKERS: workers },
          { outputFile: join(folder, `workers-${cache}-${workers}.log`) },
        );
        const { list } = await wordpressRequests(`${url}/wp-json`, '');
        running.set(`${cache} ${workers}`, { pid: child.pid, requests: { list }, stop });
      }
    const like = running.get('cached 1')?.requests ?? {};
    for (const processes of [1, 2]) running.set(`bare ${processes}`, await startBare(like, { folder, processes }));
    await checkAnswers(running, ['list']);
    const measured = await measureRounds(running, ['list'], { ...load, rounds, progress: () => {} });
    const gain = (name: string): number =>
      ratio(measured, 'list', [`${name} 2`, `${name} 1`], 'perSecond') ?? Number.NaN;
    return markdownTable([
      ['list of 10', 'two processes : one', 'share of the bare gain'],
      ...['bare', 'cached', 'uncached'].map((name) => [name, rounded(gain(name)), rounded(gain(name) / gain('bare'))]),
    ]);
  } finally {
    for (const peer of running.values()) await peer.stop();
  }
}
