import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where an installed peer lies: outside this copy, because nothing of a peer belongs to it. */
export function peerFolder(name: string): string {
  return join(process.env['PLATEN_BENCH_DIR'] ?? join(tmpdir(), 'platen-bench'), name);
}
