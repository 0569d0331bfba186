import { useParams } from '@tanstack/react-router';
import { postEditor } from './editor-kind.ts';
import { EditExisting, EditNew } from './editor-screen.tsx';

export function EditPost() {
  const { id } = useParams({ from: '/posts/$id' });
  return <EditExisting kind={postEditor} id={Number(id)} />;
}

export function NewPost() {
  return <EditNew kind={postEditor} />;
}
