/** Opens a separate window in the center of the browser; null if the browser blocked it. Works only within a click. */
export function openPopup({
  page,
  url,
  width,
  height,
}: {
  page: Window
  url: string
  /** CSS pixels, like `height`. */
  width: number
  height: number
}): Window | null {
  const left = page.screenX + (page.outerWidth - width) / 2
  return page.open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${page.screenY + 60}`)
}
