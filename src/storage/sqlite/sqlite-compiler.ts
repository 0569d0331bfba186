import { type LimitNode, SqliteQueryCompiler } from 'kysely';

/**
 * Writes queries for SQLite so that what is prepared stays prepared: a limit that is a bare parameter lets the planner
 * look at its value, and the statement would be compiled anew at every run, for as much as the run itself costs.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit (');
    this.visitNode(node.limit);
    this.append(' + 0)');
  }
}
