import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { freshProject } from './new-project.ts';
import { answers, running, setEnvironment } from './starter.ts';

/** The commands of the README; all but the last have been run in an empty folder for all tests. */
it.each(Object.entries(inject('starters')))(
  'somebody new has both servers and a first post with %s',
  async (template, { said, start: [command = '', ...words], madeSeconds, installSeconds }) => {
    expect(said).toMatch(/npm install\n {2}npm run dev/);
    expect([command, ...words]).toEqual(['npm', 'run', 'dev']);
    const project = await freshProject(template);
    // Other programs use the usual ports.
    const [contentPort, port] = [await freePort(), await freePort()];
    const [contentUrl, url] = [`http://127.0.0.1:${contentPort}`, `http://127.0.0.1:${port}`];
    await setEnvironment(project, { CONTENT_URL: contentUrl, SITE_URL: url });
    await moveToPort(project, port);
    const beginMs = performance.now();
    const seconds = () => ((performance.now() - beginMs) / 1000).toFixed(1);
    const dev = running(command, words, project, { PLATEN_PORT: String(contentPort) });
    try {
      await answers(`${contentUrl}/readyz`, dev);
      await answers(`${url}/`, dev);
      const answered = seconds();
      expect(await (await fetch(`${url}/`)).text()).toContain('A first post');
      const shown = seconds();
      const [, password = ''] = /Password \(shown only this once\): (\S+)/.exec(dev.output()) ?? [];
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      const written = await fetch(`${contentUrl}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'My own post', status: 'publish' }),
      });
      expect(written.status).toBe(201);
      await expect.poll(async () => (await fetch(`${url}/`)).text()).toContain('My own post');
      console.log(
        `${template}: platen new ${madeSeconds.toFixed(1)} s, npm install ${installSeconds.toFixed(1)} s, npm run dev: both servers answer after ${answered} s, a first post after ${shown} s, one's own after ${seconds()} s`,
      );
    } finally {
      await dev.stop();
    }
    // Both have ended.
    await expect(fetch(`${url}/`)).rejects.toThrow();
    await expect(fetch(`${contentUrl}/`)).rejects.toThrow();
  },
);

/** Changes the port of the front end in the commands of a project. */
async function moveToPort(project: string, port: number): Promise<void> {
  const path = join(project, 'package.json');
  const file = JSON.parse(await readFile(path, 'utf8'));
  const dev = file.scripts.dev.replace(/((?:next|astro) dev.*?)(?: --port \d+)?"$/, `$1 --port ${port}"`);
  await writeFile(path, JSON.stringify({ ...file, scripts: { ...file.scripts, dev } }, null, 2));
}
