import { encode } from 'uqr';

const quietZone = 4;

/** A QR code, drawn here: the key is told to nobody else. It is dark on light in every theme, as readers expect. */
export function QrCode({
  text,
  label,
  size = 208,
}: {
  readonly text: string;
  readonly label: string;
  readonly size?: number;
}) {
  const { data } = encode(text, { border: quietZone, ecc: 'M' });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const side = data.length;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8 }}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
