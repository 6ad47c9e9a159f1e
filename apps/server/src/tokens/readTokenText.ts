import type { Hex } from '../chains/rpcTypes.ts'

/**
 * Decodes the result of `name()` or `symbol()`: an ABI string, or 32 bytes with trailing zeros, like in old tokens.
 *
 * @returns undefined if it is neither
 */
export function readTokenText(result: Hex | undefined): string | undefined {
  if (result === undefined) return undefined
  const data = Buffer.from(result.slice(2), 'hex')
  if (data.length === 32) {
    const end = data.indexOf(0)
    return data.toString('utf8', 0, end === -1 ? 32 : end)
  }
  if (data.length < 64) return undefined
  const offset = length(data, 0)
  if (offset === undefined || offset + 32 > data.length) return undefined
  const size = length(data, offset)
  // Longer texts are never shown, and a contract may return megabytes.
  if (size === undefined || offset + 32 + size > data.length) return undefined
  return data.toString('utf8', offset + 32, offset + 32 + Math.min(size, 1024))
}

function length(data: Buffer, at: number): number | undefined {
  if (data.subarray(at, at + 28).some((byte) => byte !== 0)) return undefined
  return data.readUInt32BE(at + 28)
}
