/**
 * Checks the gateway URL of a resolver.
 *
 * @returns the URL
 * @throws Error with a sentence if clients could not use it
 */
export function checkGatewayUrl(url: string): string {
  const form = 'such as https://example.org/v1/names/ccip/{sender}/{data}.json'
  if (!URL.canParse(url)) throw new Error(`"${url}" is not the address of a gateway, ${form}`)
  const { protocol, hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Error(`"${url}" is not https: browsers would not call it`)
  if (url.includes('{sender}') !== url.includes('{data}'))
    throw new Error(`"${url}" has only one of {sender} and {data}; use both, ${form}, or neither`)
  return url
}
