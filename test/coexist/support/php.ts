import { spawnSync } from 'node:child_process';
import type { WordpressFacts } from './wordpress-facts.ts';

/** Runs PHP inside a WordPress and returns what `$out` was set to; anything PHP complains about is an error here. */
export function inWordpress(facts: WordpressFacts, code: string, input = ''): unknown {
  const script = `
    error_reporting(E_ALL & ~E_DEPRECATED);
    ini_set('display_errors', 'stderr');
    $_SERVER['HTTP_HOST'] = '${new URL(facts.url).host}';
    require '${facts.root}/wp-load.php';
    $out = null;
    ${code}
    fwrite(STDOUT, "\\n@@out@@" . json_encode($out));`;
  const ran = spawnSync('php', ['-d', 'memory_limit=512M', '-r', script], {
    encoding: 'utf8',
    input,
    maxBuffer: 256 * 1024 * 1024,
  });
  const [, json] = ran.stdout.split('@@out@@');
  if (ran.status !== 0 || json === undefined)
    throw new Error(`PHP failed: ${ran.stderr}\n${ran.stdout.slice(0, 2000)}`);
  return JSON.parse(json);
}
