/**
 * Tells whether a picture may be loaded: from the site itself, from its server, or inline. A token's metadata is written by
 * strangers, and a request to an address of theirs would tell them who looks at it.
 */
export function isFirstPartyImage({ url, apiUrl }: { url: string; apiUrl: string }): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(url)) return true
  if (!URL.canParse(url, apiUrl)) return false
  const { origin } = new URL(url, apiUrl)
  return origin === new URL(apiUrl).origin || (typeof location !== 'undefined' && origin === location.origin)
}
