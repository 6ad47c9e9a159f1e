import { type ChainId, isChainId, LatchkeyError } from '@latchkey/protocol'

/**
 * Reads a chain ID in the formats of wallets: hexadecimal text by EIP-695, and decimal text or a number from some wallets.
 *
 * @throws LatchkeyError `chain_not_in_provider` for anything else, because a chain is never guessed
 * @example readChainId('0x1') // 'eip155:1'
 */
export function readChainId(value: unknown): ChainId {
  const readable =
    (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) ||
    (typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value))
  const chainId = readable ? `eip155:${BigInt(value as string | number)}` : undefined
  if (!isChainId(chainId) || chainId === 'eip155:0')
    throw new LatchkeyError('chain_not_in_provider', {
      details: `The wallet returned no chain id: ${String(value).slice(0, 40)}`,
    })
  return chainId
}
