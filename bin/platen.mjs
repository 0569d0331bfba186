#!/usr/bin/env node
// Plain JavaScript on purpose: it must run, and report what is missing, on a Node that cannot run Platen.
import { existsSync } from 'node:fs';
import module from 'node:module';

// A clone has the source and runs it as it is; the package has only what was built from it.
const source = new URL('../src/main.ts', import.meta.url);
const isClone = existsSync(source);
const needed = isClone ? [24, 0] : [22, 16];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Platen needs Node ${needed.join('.')} or newer; this is ${process.version}.` +
      (isClone
        ? '\nIn a clone, "npm start" brings its own: run "npm install" without --ignore-scripts, then "npm start".'
        : ''),
  );
  process.exit(1);
}
module.enableCompileCache?.();
const { main } = await import(isClone ? source.href : new URL('../dist/main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
// When all is printed: a timer or socket that an extension left behind must not keep the process.
process.stdout.write('', () => setTimeout(() => process.exit(), 1_000).unref());
