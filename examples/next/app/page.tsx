import { AtPath } from '../components/at-path';

export default function Front() {
  return <AtPath path="/" />;
}
