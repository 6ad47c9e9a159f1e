import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { encodeBase58 } from '@latchkey/protocol'

/** Makes the token of a new client, as every WalletConnect client sends it. `audience` is the relay's address. */
export function createRelayToken({ audience }: { audience: string }): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({
    iss: `did:key:z${encodeBase58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat: now,
    exp: now + 86_400,
  })}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}
