import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../app/fallbacks.tsx';
import { useEditorKind } from './editor-kind.ts';
import { EditExisting, EditNew } from './editor-screen.tsx';

export const NewPost = () => <Edit type="post" id={null} />;
export const EditPost = () => <Edit type="post" id={useParams({ from: '/posts/$id' }).id} />;

export const NewPage = () => <Edit type="page" id={null} />;
export const EditPage = () => <Edit type="page" id={useParams({ from: '/pages/$id' }).id} />;

/** The editor of types that the site declares. */
export const NewItem = () => <Edit type={useParams({ from: '/types/$type/new' }).type} id={null} />;
export const EditItem = () => <Edit {...useParams({ from: '/types/$type/$id' })} />;

/** The editor of a type; `id` is null for something new. */
function Edit({ type, id }: { readonly type: string; readonly id: string | null }) {
  const kind = useEditorKind(type);
  if (!kind) return <NotFound />;
  return id === null ? <EditNew kind={kind} /> : <EditExisting kind={kind} id={Number(id)} />;
}
