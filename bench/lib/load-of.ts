import type { BenchRequest, PeerRequests, RequestKind } from './peer.ts';

/** The load of one kind: the requests that are sent in turn; none where the server is not asked this. */
export function loadOf(requests: PeerRequests, kind: RequestKind): readonly BenchRequest[] {
  if (kind === 'mixed') return mixedLoad(requests);
  const load = requests[kind];
  return load === undefined ? [] : [load].flat();
}

/** Every twentieth request of a mixed load writes. */
const readsPerWrite = 19;

/**
 * 95% reads, of the list and of several posts in turn, and 5% writes, which alternately create a post and update one of
 * those that are read.
 */
function mixedLoad({ list, items = [], create, update = [] }: PeerRequests): readonly BenchRequest[] {
  if (!list || !create || items.length === 0 || update.length === 0) return [];
  return update.flatMap((change, turn) => [...reads(list, items, turn), turn % 2 === 0 ? create : change]);
}

function reads(list: BenchRequest, items: readonly BenchRequest[], turn: number): BenchRequest[] {
  // The index is never beyond the items.
  const item = (n: number) => items[n % items.length] as BenchRequest;
  return Array.from({ length: readsPerWrite }, (_, n) => (n % 2 === 0 ? list : item(turn * readsPerWrite + n)));
}
