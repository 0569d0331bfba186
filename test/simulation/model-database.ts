import { noTags } from '../../src/storage/changes/change-log.ts';
import type { ChangeRow } from '../../src/storage/changes/log-tracker.ts';
import type { Random } from './random.ts';

export interface Topology {
  readonly nodes: number;
  /** Whether a read, or the beginning of a transaction, waits until its node has applied all that was committed anywhere. */
  readonly syncWait: boolean;
}

/** One commit, in the order of the cluster. */
interface Commit {
  readonly rows: readonly ChangeRow[];
  readonly values: readonly (readonly [string, number])[];
  /** Log rows up to this number are removed. */
  readonly pruned: number;
}

/** A value as it became the truth. */
interface Moment {
  readonly tag: string;
  readonly value: number;
}

interface Node {
  readonly offset: number;
  applied: number;
  readonly log: Map<number, ChangeRow>;
  readonly values: Map<string, number>;
  /** The highest number given out here. */
  given: number;
}

export interface Transaction {
  readonly node: Node;
  readonly tag: string;
  readonly value: number;
  row: ChangeRow | null;
  /** How many commits its node had applied when the row was inserted. */
  after: number;
  isDead: boolean;
}

/**
 * A model of the database: numbers are given before the commit, nodes apply commits in one order but late, the numbers
 * of a lost tail are given out again, and a row whose number is taken cannot be committed.
 */
export class ModelDatabase {
  readonly topology: Topology;
  readonly #random: Random;
  #history: Commit[] = [];
  #nodes: Node[];
  /** Accepts no writes, and applies commits when it is read. */
  #replica: Node;
  readonly #open = new Set<Transaction>();
  readonly #moments: Moment[] = [];
  /** Another number after each fail-over. */
  generation = 0;
  #values = 0;

  constructor(topology: Topology, random: Random) {
    this.topology = topology;
    this.#random = random;
    this.#nodes = this.#emptyNodes();
    this.#replica = emptyNode(0);
    this.#commit(this.#nodes, { rows: [this.#row(1, noTags)], values: [], pruned: 0 });
  }

  begin(tag: string): Transaction {
    const node = this.#random.pick(this.#nodes);
    if (this.topology.syncWait) this.#catchUp(node);
    this.#values += 1;
    const transaction: Transaction = { node, tag, value: this.#values, row: null, after: 0, isDead: false };
    this.#open.add(transaction);
    return transaction;
  }

  /** A number for the log row of a transaction, as the engine gives it: before the row is there. */
  take({ node }: Transaction): number {
    return this.#nextNumber(node);
  }

  #nextNumber(node: Node): number {
    const { nodes } = this.topology;
    const highest = Math.max(node.given, ...node.log.keys());
    node.given = highest + 1;
    while (node.given % nodes !== node.offset) node.given += 1;
    return node.given;
  }

  /** Whether the row could be inserted. */
  insert(transaction: Transaction, seq: number): boolean {
    if (transaction.isDead || transaction.node.log.has(seq)) return false;
    transaction.row = this.#row(seq, JSON.stringify([transaction.tag]));
    transaction.after = transaction.node.applied;
    return true;
  }

  /** Whether the transaction was committed; otherwise nothing of it is there. */
  commit(transaction: Transaction): boolean {
    const { row, node, tag, value } = transaction;
    this.#open.delete(transaction);
    if (transaction.isDead || row === null || this.#isTaken(row.seq, transaction.after)) return false;
    this.#commit([node], { rows: [row], values: [[tag, value]], pruned: 0 });
    this.#moments.push({ tag, value });
    return true;
  }

  undo(transaction: Transaction): null {
    this.#open.delete(transaction);
    return null;
  }

  fence(numbers: readonly number[]): void {
    const node = this.#random.pick(this.#nodes);
    const held = [...this.#open].some((other) => other.node === node && other.row && numbers.includes(other.row.seq));
    if (held) throw new Error('Lock wait timeout.');
    this.#catchUp(node);
    const rows = numbers.filter((seq) => !node.log.has(seq)).map((seq) => this.#row(seq, noTags));
    this.#commit([node], { rows, values: [], pruned: 0 });
  }

  prune(last: number): void {
    const node = this.#random.pick(this.#nodes);
    this.#catchUp(node);
    this.#commit([node], { rows: [this.#row(this.#nextNumber(node), noTags)], values: [], pruned: last });
  }

  /** A node for one statement, as the statement sees it. */
  read(): Pick<Node, 'log' | 'values'> {
    const node = this.#random.pick(this.#nodes);
    if (this.topology.syncWait) this.#catchUp(node);
    else if (this.#random.chance(0.5)) this.#apply(node);
    return node;
  }

  /** The replica for one statement. */
  readReplica(): Pick<Node, 'log' | 'values'> {
    for (let applied = this.#random.below(4); applied > 0; applied -= 1) this.#apply(this.#replica);
    return this.#replica;
  }

  /** The server is lost, and one that has not got the last few commits takes its place. */
  failOver(): void {
    const before = this.#truth();
    const kept = Math.max(1, this.#history.length - this.#random.below(6));
    this.#history = this.#history.slice(0, kept);
    this.#nodes = this.#emptyNodes();
    this.#replica = emptyNode(0);
    for (const node of this.#nodes) this.#catchUp(node);
    for (const transaction of this.#open) transaction.isDead = true;
    this.generation += 1;
    const after = this.#truth();
    for (const tag of before.keys()) {
      const value = after.get(tag) ?? 0;
      if (value !== before.get(tag)) this.#moments.push({ tag, value });
    }
  }

  get time(): number {
    return this.#moments.length;
  }

  valueOf(tag: string): number {
    return this.#truth().get(tag) ?? 0;
  }

  /** Whether a value was the truth at a time or has become it since. */
  wasTrue(tag: string, value: number, time: number): boolean {
    const earlier = this.#moments.slice(0, time).findLast((moment) => moment.tag === tag);
    if ((earlier?.value ?? 0) === value) return true;
    return this.#moments.slice(time).some((moment) => moment.tag === tag && moment.value === value);
  }

  #row = (seq: number, tags: string): ChangeRow => ({ seq, token: this.#random.below(2 ** 30), tags });

  /** The node of a writer has its commit at once, and all before it; the others apply it later. */
  #commit(nodes: readonly Node[], commit: Commit): void {
    this.#history.push(commit);
    for (const node of nodes) this.#catchUp(node);
  }

  #emptyNodes(): Node[] {
    return Array.from({ length: this.topology.nodes }, (_, offset) => emptyNode(offset));
  }

  #apply(node: Node): void {
    const commit = this.#history[node.applied];
    if (!commit) return;
    node.applied += 1;
    for (const row of commit.rows) node.log.set(row.seq, row);
    for (const [tag, value] of commit.values) node.values.set(tag, value);
    for (const seq of node.log.keys()) if (seq <= commit.pruned) node.log.delete(seq);
  }

  #catchUp(node: Node): void {
    while (node.applied < this.#history.length) this.#apply(node);
  }

  /** Whether a commit that a transaction has not seen used the number: then the transaction fails certification. */
  #isTaken(seq: number, after: number): boolean {
    return this.#history.slice(after).some(({ rows }) => rows.some((row) => row.seq === seq));
  }

  #truth(): Map<string, number> {
    return new Map(this.#history.flatMap(({ values }) => values));
  }
}

const emptyNode = (offset: number): Node => ({ offset, applied: 0, log: new Map(), values: new Map(), given: 0 });
