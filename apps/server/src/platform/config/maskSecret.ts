const urlKeys = new Set(['url', 'ws'])
/** Settings that hold a key or a secret. Even a mistyped one reveals most of it. */
const secretKeys = new Set(['privateKey', 'clientSecret', 'apiKey', 'secret', 'key', 'webhook'])

/**
 * Hides secrets, and the parts of a URL that can contain one: credentials, path and query. The host stays, so that URLs can be told apart.
 */
export function maskSecret({ key, value }: { key: string; value: string }): string {
  if (secretKeys.has(key)) return value.length === 0 ? value : '…'
  if (!urlKeys.has(key)) return value
  try {
    const url = new URL(value)
    const credentials = url.username || url.password ? '…@' : ''
    const rest = url.pathname.length > 1 || url.search ? '/…' : ''
    return `${url.protocol}//${credentials}${url.host}${rest}`
  } catch {
    return value.length === 0 ? value : '…'
  }
}
