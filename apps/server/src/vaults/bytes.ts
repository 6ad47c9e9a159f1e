/** Decodes base64url text, as used in JSON. */
export function fromBase64url(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

/** Encodes bytes as unpadded base64url text. */
export function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
