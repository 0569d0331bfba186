import { readdir, readlink } from 'node:fs/promises';

/** A film of millions of empty boxes, each of which costs a reader a few steps. */
export function tinyBoxes(bytes: number): Buffer {
  return Buffer.concat([
    Buffer.from('\0\0\0\x10ftypisommp42', 'latin1'),
    Buffer.alloc(bytes, Buffer.from('\0\0\0\x08free', 'latin1')),
  ]);
}

/** A photograph of few bytes whose every scan goes over all of its blocks again, between two looks at any clock. */
export function manyScans(side: number, scans: number): Buffer {
  const segment = (marker: number, ...body: number[]) =>
    Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]);
  const blocks = Math.ceil(side / 8) ** 2;
  const measure = [side >> 8, side & 255, side >> 8, side & 255];
  const oneCode = (table: number, symbol: number) => segment(0xc4, table, 1, ...new Array(15).fill(0), symbol);
  const scan = (from: number, to: number, bits: number) =>
    Buffer.concat([segment(0xda, 1, 1, 0, from, to, 0), Buffer.alloc(Math.ceil(bits / 8))]);
  const overAgain = scan(1, 63, Math.ceil(blocks / 16_384) * 15);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, 0, ...new Array(64).fill(1)),
    segment(0xc2, 8, ...measure, 1, 1, 0x11, 0),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    scan(0, 0, blocks),
    ...new Array(scans).fill(overAgain),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** Processes of this machine that have a file below a folder open, this one among them. */
export async function readersOf(path: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).map(Number).filter(Boolean)) {
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const targets = await Promise.all(handles.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    if (targets.some((target) => target.startsWith(path))) found.push(pid);
  }
  return found;
}

/** Processor time of this process, its threads included, since a moment. */
export function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
