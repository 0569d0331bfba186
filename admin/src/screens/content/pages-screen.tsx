import { useSearch } from '@tanstack/react-router';
import { pageKind } from './content-kind.ts';
import { ContentList } from './content-list.tsx';

export function PagesScreen() {
  return <ContentList kind={pageKind} search={useSearch({ from: '/pages' })} />;
}
