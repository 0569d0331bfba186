// The program as the package has it, which "npm run build" makes; in a clone, bin/platen.mjs runs the source.
import module from 'node:module';

module.enableCompileCache?.();
const { main } = await import('../../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
