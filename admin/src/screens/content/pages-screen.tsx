import { useSearch } from '@tanstack/react-router';
import { ContentList } from './content-list.tsx';
import { pageKind } from './content-kind.ts';

export function PagesScreen() {
  return <ContentList kind={pageKind} search={useSearch({ from: '/pages' })} />;
}
