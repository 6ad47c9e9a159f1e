/** Encodes bytes as lowercase hexadecimal with `0x`. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Decodes hexadecimal text of whole bytes. */
export function fromHex(hex: `0x${string}`): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
