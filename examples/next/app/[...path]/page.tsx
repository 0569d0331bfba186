import { AtPath } from '../../components/at-path';

/** Pages are made when somebody asks for them, and kept until something on them changes. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { readonly params: Promise<{ readonly path: readonly string[] }> }) {
  const { path } = await params;
  return <AtPath path={`/${path.join('/')}/`} />;
}
