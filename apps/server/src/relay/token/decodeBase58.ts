const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const digits = new Map([...alphabet].map((sign, value) => [sign, value]))

/**
 * Reads base58 in the alphabet of Bitcoin, big-endian; a leading `1` is a zero byte.
 *
 * @returns undefined when a sign does not belong to the alphabet
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const sign of text) {
    let carry = digits.get(sign)
    if (carry === undefined) return undefined
    for (let index = 0; index < bytes.length; index += 1) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.reverse()])
}
