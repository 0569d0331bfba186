import type { TestSite } from '../../src/testing/index.ts';
import { code, type GeneratedPage, generatedNote, page, plain, table } from './markdown.ts';

/** Every metric that a server shows, with its own words. */
export async function metricPage(site: TestSite): Promise<GeneratedPage> {
  const text = await (await site.fetch('/metrics')).text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const all = [...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => ({ name, help }));
  const rows = (own: boolean) =>
    all
      .filter(({ name }) => name.startsWith('platen_') === own)
      .map(({ name, help }) => [`\`${name}\``, types.get(name) ?? '', plain(help)]);
  return page('reference/metrics.md', [
    '# Metrics and probes',
    generatedNote,
    table(
      ['Address', 'Answers'],
      [
        ['`/healthz`', '200 as long as the process is alive'],
        ['`/readyz`', '200 if its database answers; 503 if not within a second, and while the server drains'],
        ['`/metrics`', 'metrics in the text format of Prometheus, of the process that answers'],
      ],
    ),
    'They need no log-in and contain no personal data. Close them at the proxy if they should not be public.',
    code('txt', 'scrape_configs:\n  - job_name: platen\n    static_configs:\n      - targets: ["127.0.0.1:8080"]'),
    '## Of the program',
    table(['Metric', 'Type', 'Meaning'], rows(true)),
    '## Of the process',
    'From `prom-client`. They appear in every Node program that uses it.',
    table(['Metric', 'Type', 'Meaning'], rows(false)),
  ]);
}
