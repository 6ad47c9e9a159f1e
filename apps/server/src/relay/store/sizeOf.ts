/** Returns the bytes of a message in its mailbox: its text and its attestation. */
export function sizeOf({ message, attestation = '' }: { message: string; attestation?: string | undefined }): number {
  return Buffer.byteLength(message) + Buffer.byteLength(attestation)
}
