import { decodeBase58, encodeBase58 } from '@latchkey/protocol'

/** A system transfer in its wire format, base64. Built by hand, so that the tested reader did not write it. */
export function solanaTransfer({
  from,
  to,
  lamports,
  feePayer = from,
  blockhash = encodeBase58(new Uint8Array(32).fill(7)),
}: {
  from: string
  to: string
  lamports: bigint
  feePayer?: string
  blockhash?: string
}): string {
  const key = (text: string) => decodeBase58(text) ?? new Uint8Array()
  const signers = feePayer === from ? [from] : [feePayer, from]
  const keys = [...signers, to, '11111111111111111111111111111111']
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  const indexes = [keys.indexOf(from), signers.length]
  const message = [
    ...[signers.length, 0, 1, keys.length],
    ...keys.flatMap((address) => [...key(address)]),
    ...key(blockhash),
    ...[1, keys.length - 1, indexes.length, ...indexes, data.length, ...data],
  ]
  const signatures = signers.flatMap(() => Array<number>(64).fill(0))
  return toBase64(Uint8Array.from([signers.length, ...signatures, ...message]))
}

/** Base64 of bytes. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
