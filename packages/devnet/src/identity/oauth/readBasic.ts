/** Returns the two parts of a Basic authorization header, without percent-decoding. */
export function readBasic(header: string | undefined): { name: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { name, password: rest.join(':') }
}
