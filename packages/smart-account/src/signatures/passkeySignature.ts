import { bytesToHex, encodeAbiParameters, hexToBytes, numberToHex } from 'viem/utils'

/** Response of a passkey to a request with a digest as its challenge. Source: WebAuthn, `AuthenticatorAssertionResponse`. */
export type PasskeyAssertion = {
  authenticatorData: `0x${string}`
  /** As text. */
  clientDataJSON: string
  /** DER (ASN.1), as from browsers, or `r` and `s`, 64 bytes. */
  signature: `0x${string}`
}

/** Order of the curve. Source: SEC 2, secp256r1. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const parameters = [
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'bytes' },
  { type: 'string' },
] as const

/**
 * Encodes a passkey's signature for a smart account. It replaces an owner's signature anywhere.
 *
 * @throws Error if the assertion has no type or no challenge, or its signature is malformed
 */
export function passkeySignature({ authenticatorData, clientDataJSON, signature }: PasskeyAssertion): `0x${string}` {
  const { r, s } = readSignature(hexToBytes(signature))
  const indexOf = (key: string) => {
    const index = new TextEncoder().encode(clientDataJSON.slice(0, clientDataJSON.indexOf(key))).length
    if (!clientDataJSON.includes(key)) throw new Error(`The assertion has no ${key}`)
    return BigInt(index)
  }
  return encodeAbiParameters(parameters, [
    word(r),
    // Contracts accept only the lower of the two equivalent forms.
    word(s > order / 2n ? order - s : s),
    indexOf('"challenge":'),
    indexOf('"type":'),
    authenticatorData,
    clientDataJSON,
  ])
}

function readSignature(bytes: Uint8Array): { r: bigint; s: bigint } {
  if (bytes.length === 64) return { r: toNumber(bytes.subarray(0, 32)), s: toNumber(bytes.subarray(32)) }
  // SEQUENCE { INTEGER r, INTEGER s }, each shorter than 128 bytes.
  const [sequence, length] = bytes
  if (sequence !== 0x30 || length !== bytes.length - 2) throw new Error('The signature is no DER')
  const first = readInteger(bytes, 2)
  const second = readInteger(bytes, first.end)
  if (second.end !== bytes.length) throw new Error('The signature is no DER')
  return { r: first.value, s: second.value }
}

function readInteger(bytes: Uint8Array, at: number): { value: bigint; end: number } {
  const [tag, length = 0] = bytes.subarray(at)
  const end = at + 2 + length
  if (tag !== 0x02 || length === 0 || length > 33 || end > bytes.length) throw new Error('The signature is no DER')
  return { value: toNumber(bytes.subarray(at + 2, end)), end }
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(bytes))
}

function word(value: bigint): `0x${string}` {
  return numberToHex(value, { size: 32 })
}
