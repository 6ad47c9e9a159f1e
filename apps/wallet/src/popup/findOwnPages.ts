/** Properties of a cross-site window: the number of its frames, and each of them. */
type Opener = Window & { readonly [index: number]: Window | undefined }

/**
 * Returns the pages of the wallet's own origin among a window's opener and its frames. Browsers partition the storage of a frame in a
 * site's page from that of a window, but not the pages themselves. Pages of one origin can access each other, and no other page can
 * impersonate them.
 *
 * @returns null without an opener, or if a policy disconnected it
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
    // Access to a page of another origin throws.
    return false
  }
}
