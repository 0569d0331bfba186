import { useParams, useSearch } from '@tanstack/react-router';
import { NotFound } from '../../app/fallbacks.tsx';
import { useContentKind } from './content-kind.ts';
import { ContentList } from './content-list.tsx';
import type { ListSearch } from './list-search.ts';

export const PostsScreen = () => <TypeList type="post" search={useSearch({ from: '/posts' })} />;
export const PagesScreen = () => <TypeList type="page" search={useSearch({ from: '/pages' })} />;

/** The list of a type that the site declares. */
export function TypeScreen() {
  const { type } = useParams({ from: '/types/$type' });
  return <TypeList key={type} type={type} search={useSearch({ from: '/types/$type' })} />;
}

function TypeList({ type, search }: { readonly type: string; readonly search: ListSearch }) {
  const kind = useContentKind(type);
  return kind ? <ContentList kind={kind} search={search} /> : <NotFound />;
}
