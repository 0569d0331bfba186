import { defineErrors } from '../../errors.ts';

/** The errors of the address of the Model Context Protocol itself; those of tools are answers of the tools. */
export const mcpErrors = defineErrors({
  platen_mcp_foreign_origin: {
    status: 403,
    message: () => 'Pages of other sites may not use this address.',
  },
  platen_mcp_no_batches: {
    status: 400,
    message: () => 'Several messages in one request are not accepted. Send them one by one.',
  },
});
