import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of an installed peer: outside this repository, because no peer is part of it. */
export function peerFolder(name: string): string {
  return join(process.env['PLATEN_BENCH_DIR'] ?? join(tmpdir(), 'platen-bench'), name);
}
