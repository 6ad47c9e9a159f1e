import { ServiceError } from '@latchkey/protocol/errors'

/** Maximum bytes of a name, as in DNS. */
const longest = 255
const hashed = /^\[[0-9a-f]{64}\]$/i

/**
 * Reads the labels of a name in DNS wire format: each after its length, and a zero at the end. Refuses bytes after the end, empty labels,
 * invalid UTF-8, dots within a label, and labels that are only a hash. Source: ENSIP-10, RFC 1035 section 3.1.
 *
 * @returns the labels; empty for the root
 * @throws LatchkeyError `malformed_request`
 * @example decodeDnsName(hexToBytes('0x0561646164610365746800')) // ['adada', 'eth']
 */
export function decodeDnsName(bytes: Uint8Array): string[] {
  if (bytes.length > longest) throw refuse('is longer than 255 bytes')
  const labels: string[] = []
  let position = 0
  for (;;) {
    const length = bytes[position]
    if (length === undefined) throw refuse('ends before its last byte')
    position += 1
    if (length === 0) break
    if (position + length > bytes.length) throw refuse('has a label that is longer than the remaining bytes')
    labels.push(read(bytes.subarray(position, position + length)))
    position += length
  }
  if (position !== bytes.length) throw refuse('goes on after its end')
  return labels
}

function read(bytes: Uint8Array): string {
  let label: string
  try {
    label = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refuse('has a label that is no text')
  }
  if (label.includes('.')) throw refuse('has a label with a dot')
  if (hashed.test(label)) throw refuse('has a label of which only the hash is known')
  return label
}

function refuse(what: string): ServiceError {
  return new ServiceError('malformed_request', { field: 'data', message: `The name in the call ${what}` })
}
