/**
 * Returns the first picture of an app that is allowed: an inline one, or one on a site that the configuration names. A request to any other
 * host would reveal the visit.
 */
export function chooseIcon({
  icons,
  imageOrigins,
}: {
  icons: readonly string[]
  imageOrigins: readonly string[]
}): string | undefined {
  return icons.find((icon) => {
    if (/^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/.test(icon)) return true
    return URL.canParse(icon) && imageOrigins.includes(new URL(icon).origin)
  })
}
