import { Group, Pagination } from '@mantine/core';
import { useWords } from '../words/words.tsx';

interface PagesBarProps {
  readonly page: number;
  readonly pages: number;
  readonly go: (page: number) => void;
}

/** The pages of a list; nothing where there is only one. */
export function PagesBar({ page, pages, go }: PagesBarProps) {
  const { common } = useWords();
  if (pages <= 1) return null;
  return (
    <Group justify="center" mt="lg" component="nav" aria-label={common.pagination}>
      <Pagination
        total={pages}
        value={page}
        onChange={go}
        getItemProps={(number) => ({ 'aria-label': common.page(number, pages) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? common.next : common.previous })}
      />
    </Group>
  );
}
