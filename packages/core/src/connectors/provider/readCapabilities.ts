import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isRecord } from '../isRecord.ts'

/** Capabilities of a wallet by hexadecimal chain ID; `0x0` applies to all chains. Source: EIP-5792. */
export type Capabilities = Record<string, Record<string, unknown>>

/**
 * Validates the capabilities of a wallet.
 *
 * @param options.chainIds hexadecimal; default: all
 * @throws LatchkeyError `capabilities_invalid`
 */
export function readCapabilities({
  capabilities = {},
  chainIds,
}: {
  capabilities: unknown
  chainIds?: unknown
}): Capabilities {
  if (!isRecord(capabilities) || Array.isArray(capabilities)) throw new ServiceError('capabilities_invalid')
  const wanted = chainIds === undefined ? undefined : readChainIds(chainIds)
  const result: Capabilities = {}
  for (const [key, value] of Object.entries(capabilities)) {
    if (!/^0x[0-9a-f]+$/i.test(key) || !isRecord(value) || Array.isArray(value))
      throw new ServiceError('capabilities_invalid', { details: `Of chain ${key.slice(0, 40)}` })
    const chain = BigInt(key)
    if (!wanted || chain === 0n || wanted.includes(chain)) result[key] = value
  }
  return result
}

function readChainIds(value: unknown): bigint[] {
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string' && /^0x[0-9a-f]+$/i.test(id)))
    throw new LatchkeyError('malformed_request', { details: 'Chain ids are hexadecimal' })
  return value.map((id: string) => BigInt(id))
}
