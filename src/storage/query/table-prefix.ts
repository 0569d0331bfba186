import {
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type SchemableIdentifierNode,
  type UnknownRow,
} from 'kysely';
import { contentTables, ownTables } from './tables.ts';

const isOurs = (name: string): boolean => name in contentTables || name in ownTables || name.startsWith('platen_');

/** Adds the site's prefix to every table name of a query; aliases are left unchanged. */
export class TablePrefix implements KyselyPlugin {
  readonly #transformer: PrefixTransformer;

  constructor(prefix: string) {
    this.#transformer = new PrefixTransformer(prefix);
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(args.node, args.queryId);
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result;
  }
}

class PrefixTransformer extends OperationNodeTransformer {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const transformed = super.transformSchemableIdentifier(node, queryId);
    const { name } = transformed.identifier;
    return isOurs(name) ? { ...transformed, identifier: IdentifierNode.create(this.#prefix + name) } : transformed;
  }
}
