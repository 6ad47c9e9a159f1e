import { readAddress } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'
import { z } from 'zod'
import { RefusedError } from '../esplora/RefusedError.ts'

/** Maximum number of addresses in one call. */
const mostAddresses = 2

const txidSchema = z.string().regex(/^[0-9a-fA-F]{64}$/)

/** Parses a transaction's ID. @throws {@link RefusedError} */
export function readTxid(value: unknown): string {
  const read = txidSchema.safeParse(value)
  if (!read.success) throw new RefusedError({ code: -8, message: 'txid must be of 64 hexadecimal digits' })
  return read.data.toLowerCase()
}

/** Parses a transaction's bytes. @throws {@link RefusedError} */
export function readHex(value: unknown): string {
  // Nodes do not relay larger ones.
  const read = z
    .string()
    .max(800_000)
    .regex(/^([0-9a-fA-F]{2})+$/)
    .safeParse(value)
  if (!read.success) throw new RefusedError({ code: -8, message: 'the transaction must be in hexadecimal' })
  return read.data.toLowerCase()
}

/** Parses a whole number. @throws {@link RefusedError} */
export function readWhole(value: unknown, { name, most }: { name: string; most: number }): number {
  const read = z.number().int().min(0).max(most).safeParse(value)
  if (!read.success) throw new RefusedError({ code: -8, message: `${name} must be a whole number from 0 to ${most}` })
  return read.data
}

/** An address with its script in hexadecimal. */
export type AskedAddress = { address: string; script: string }

/** Parses `{addresses: […]}`, each of this network. @throws {@link RefusedError} */
export function readAddresses(value: unknown, { chainId }: { chainId: ChainId }): AskedAddress[] {
  const read = z.object({ addresses: z.array(z.string()).min(1).max(mostAddresses) }).safeParse(value)
  if (!read.success)
    throw new RefusedError({ code: -8, message: `expected {"addresses": […]} with at most ${mostAddresses} of them` })
  return [...new Set(read.data.addresses)].map((text) => {
    const found = readAddress({ text, chainId })
    if (!found) throw new RefusedError({ code: -5, message: 'Invalid address' })
    return { address: found.address, script: Buffer.from(found.script).toString('hex') }
  })
}
