/**
 * Whether a picture can be loaded: from the site, from its server, or inline. A token's metadata is untrusted, and a request to its
 * author's server would reveal the visitor.
 */
export function isFirstPartyImage({ url, apiUrl }: { url: string; apiUrl: string }): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(url)) return true
  if (!URL.canParse(url, apiUrl)) return false
  const { origin } = new URL(url, apiUrl)
  return origin === new URL(apiUrl).origin || (typeof location !== 'undefined' && origin === location.origin)
}
