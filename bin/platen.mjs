#!/usr/bin/env node
// Plain JavaScript on purpose: it must run, and report what is missing, on a Node that cannot run Platen.
import { existsSync } from 'node:fs';
import module from 'node:module';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Platen needs Node 24 or newer; this is ${process.version}.\n` +
      'In a clone, "npm start" brings its own: run "npm install" without --ignore-scripts, then "npm start".',
  );
  process.exit(1);
}
module.enableCompileCache?.();
// A clone has the source and runs it as it is; the package has only what was built from it.
const source = new URL('../src/main.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : new URL('../dist/main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
