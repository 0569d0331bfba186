// Records what a running WordPress answers to the scenario of the extended interface. Its sources are not looked at.
//   node scripts/coexist-wordpress.mjs packages    install what it needs (Debian, as root)
//   node test/extended/record.mjs                  write test/extended/recorded/*.json
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runScenario } from './run-scenario.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const script = join(here, '../../scripts/coexist-wordpress.mjs');

/** The places for menus and the meta keys that the scenario uses. */
const plugin = `<?php
add_action('after_setup_theme', function () {
  register_nav_menus(['primary' => 'Primary menu', 'footer' => 'Footer menu']);
});
add_action('init', function () {
  $open = ['single' => true, 'show_in_rest' => true];
  register_post_meta('post', 'price', ['type' => 'number'] + $open);
  register_post_meta('post', 'sizes', ['type' => 'integer', 'single' => false] + $open);
  register_post_meta('post', 'locked', ['type' => 'string', 'auth_callback' => '__return_false'] + $open);
  $colours = ['type' => 'string', 'enum' => ['red', 'green'], 'default' => 'red'];
  register_post_meta('post', 'colour', ['type' => 'string', 'default' => 'red', 'show_in_rest' => ['schema' => $colours]] + $open);
  $spec = ['type' => 'object', 'properties' => ['w' => ['type' => 'integer']], 'additionalProperties' => false];
  register_post_meta('post', 'spec', ['type' => 'object', 'show_in_rest' => ['schema' => $spec]] + $open);
});
`;

const child = spawn(process.execPath, [script, 'start', '--workers', '2'], { stdio: ['pipe', 'pipe', 'inherit'] });
try {
  const [line] = await once(createInterface(child.stdout), 'line');
  const wordpress = JSON.parse(line);
  writeFileSync(join(wordpress.root, 'wp-content/mu-plugins/scenario.php'), plugin);
  const parts = await runScenario(wordpress.url, (step, request) => send(wordpress, step, request));
  mkdirSync(join(here, 'recorded'), { recursive: true });
  for (const [part, exchanges] of Object.entries(parts))
    writeFileSync(join(here, 'recorded', `${part}.json`), `${JSON.stringify(exchanges, null, 2)}\n`);
} finally {
  child.stdin.end();
}

async function send(wordpress, { as }, { method, path, body }) {
  const user = wordpress.passwords[as];
  const login = user ? Buffer.from(`${user.login}:${user.application}`).toString('base64') : null;
  const answer = await fetch(wordpress.api + path, {
    method,
    headers: {
      ...(login ? { authorization: `Basic ${login}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
}
