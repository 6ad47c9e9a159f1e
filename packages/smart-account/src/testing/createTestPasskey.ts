import { createECDH, createHash, createPrivateKey, sign } from 'node:crypto'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { type PasskeyAssertion, passkeySignature } from '../signatures/passkeySignature.ts'
import { rpIdHashOf } from '../signatures/rpIdHashOf.ts'

/** Relying party of test passkeys. */
const testRpId = 'wallet.example'

/** Creates a passkey from a name. The same name gives the same passkey. */
export function createTestPasskey(name: string) {
  const curve = createECDH('prime256v1')
  const d = createHash('sha256').update(name).digest()
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const part = (bytes: Buffer) => bytes.toString('base64url')
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(x), y: part(y), d: part(d) } })

  /**
   * @param flags of the authenticator data: 0x01 user present, 0x04 user verified
   * @param rpId relying party that the browser requested
   */
  function assert(
    digest: `0x${string}`,
    { flags = 0x05, type = 'webauthn.get', rpId = testRpId } = {},
  ): PasskeyAssertion {
    const challenge = Buffer.from(hexToBytes(digest)).toString('base64url')
    const clientDataJSON = JSON.stringify({ type, challenge, origin: 'https://wallet.example', crossOrigin: false })
    const site = hexToBytes(rpIdHashOf(rpId))
    const authenticatorData = Buffer.concat([site, Buffer.from([flags, 0, 0, 0, 1])])
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    return {
      authenticatorData: bytesToHex(authenticatorData),
      clientDataJSON,
      signature: bytesToHex(sign('sha256', signed, key)),
    }
  }

  return {
    x: bytesToHex(x),
    y: bytesToHex(y),
    rpIdHash: rpIdHashOf(testRpId),
    assert,
    sign: (digest: `0x${string}`) => passkeySignature(assert(digest)),
  }
}
