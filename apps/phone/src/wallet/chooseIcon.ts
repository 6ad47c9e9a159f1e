/**
 * The first picture of an app that may be shown: one that is in the text itself, or lies with a site that the configuration names.
 * Any other host would learn who looks, and when.
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
