import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A client's key and id. */
export type TestIdentity = { clientId: string; privateKey: KeyObject }

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Creates a client's key. @param seed 32 bytes; default: random */
export function createTestIdentity(seed: Uint8Array = randomBytes(32)): TestIdentity {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  let number = BigInt(`0x${Buffer.concat([Buffer.from([0xed, 0x01]), raw]).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${alphabet[Number(number % 58n)]}${text}`
  return { clientId: `did:key:z${text}`, privateKey }
}

/**
 * Creates the token with which a client connects.
 *
 * @param options.claims override the defaults; undefined omits one
 */
export function createTestToken({
  identity: { clientId, privateKey },
  audience,
  claims = {},
  header = { alg: 'EdDSA', typ: 'JWT' },
}: {
  identity: TestIdentity
  audience: string
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
}): string {
  const iat = Math.floor(Date.now() / 1000)
  const sub = randomBytes(32).toString('hex')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode(header)}.${encode({ iss: clientId, sub, aud: audience, iat, exp: iat + 86_400, ...claims })}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
