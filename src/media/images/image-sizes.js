/** The sizes of every picture's copies, by the names clients know. Registered sizes are added to these. */
export const coreImageSizes = {
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300, crop: false },
  medium_large: { width: 768, height: 0, crop: false },
  large: { width: 1024, height: 1024, crop: false },
};
/** The dimensions of one copy of a picture; null when the picture is too small to need the copy. */
export function resizedDimensions(original, size) {
  const box = { width: size.width || Number.POSITIVE_INFINITY, height: size.height || Number.POSITIVE_INFINITY };
  const result = size.crop ? cropped(original, box) : fitted(original, box);
  return result.width < original.width || result.height < original.height ? result : null;
}
function cropped(original, box) {
  return { width: Math.min(original.width, box.width), height: Math.min(original.height, box.height) };
}
function fitted(original, box) {
  const ratio = Math.min(1, box.width / original.width, box.height / original.height);
  const side = (length) => Math.max(1, Math.round(length * ratio));
  return { width: side(original.width), height: side(original.height) };
}
