// Attacks a server of this checkout, bounded by time and seed: npm run fuzz -- --seconds 120 --store both --variant all
import { fuzz } from '../test/fuzz/run.ts';

process.exitCode = await fuzz(process.argv.slice(2));
