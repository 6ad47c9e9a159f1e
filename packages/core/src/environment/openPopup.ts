/** Opens a window of its own in the middle of the browser's; null where the browser blocked it. Only within a click. */
export function openPopup({
  page,
  url,
  width,
  height,
}: {
  page: Window
  url: string
  /** CSS pixels, as `height`. */
  width: number
  height: number
}): Window | null {
  const left = page.screenX + (page.outerWidth - width) / 2
  return page.open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${page.screenY + 60}`)
}
