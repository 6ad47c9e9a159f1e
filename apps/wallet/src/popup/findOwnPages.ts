/** What can be seen of a window from another site: how many frames it has, and each of them. */
type Opener = Window & { readonly [index: number]: Window | undefined }

/**
 * The pages of the wallet's own origin among the page that opened a window and the frames in it. Browsers keep the storage of a frame in a
 * site's page apart from that of a window, but not the two themselves: pages of one origin see each other, and no page can pass for one.
 *
 * @returns null where there is no page that opened the window, or where a policy cut it off
 */
export function findOwnPages({ opener, origin }: { opener: Window | null; origin: string }): Window[] | null {
  if (opener === null) return null
  const frames = Array.from({ length: opener.length }, (_, index) => (opener as Opener)[index])
  return [opener, ...frames].filter((page) => page !== undefined && isOf(page, origin)) as Window[]
}

function isOf(page: Window, origin: string): boolean {
  try {
    return page.location.origin === origin
  } catch {
    // A page of another origin tells nothing of itself.
    return false
  }
}
