import { type LimitNode, SqliteQueryCompiler } from 'kysely';

/**
 * Compiles `limit` so that a prepared statement is reused: SQLite's planner reads the value of a bare parameter
 * there and recompiles the statement at every run, which costs as much as the run itself.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit (');
    this.visitNode(node.limit);
    this.append(' + 0)');
  }
}
