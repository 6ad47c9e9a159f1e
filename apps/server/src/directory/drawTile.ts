/**
 * Draws an icon: a white mark on a tile with a gradient from the upper left to the lower right. The tile fills the square, so that the page
 * can choose the corner radius.
 *
 * @param options.mark elements of SVG within 64 by 64; trusted text only, because it is not escaped
 * @returns an SVG document
 */
export function drawTile({ from, to, mark }: { from: string; to: string; mark: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="64" height="64" fill="url(#g)"/>${mark}</svg>`
}
