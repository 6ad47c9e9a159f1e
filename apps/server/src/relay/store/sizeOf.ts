/** Bytes that a message takes of its mailbox: its text, and what vouches for it. */
export function sizeOf({ message, attestation = '' }: { message: string; attestation?: string | undefined }): number {
  return Buffer.byteLength(message) + Buffer.byteLength(attestation)
}
