import { Table, VisuallyHidden } from '@mantine/core';
import { useWords } from '../words/words.tsx';

/** The head of the column with what can be done with a row; nobody sees it. */
export function ActionsHeading({ width = 48 }: { readonly width?: number }) {
  const { common } = useWords();
  return (
    <Table.Th w={width}>
      <VisuallyHidden>{common.more}</VisuallyHidden>
    </Table.Th>
  );
}
