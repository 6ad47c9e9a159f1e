import { type ChainId, parseChainId } from '@latchkey/protocol'

/** The coin type of Ethereum (SLIP-44), which names without an address of their own for a network fall back to. */
const ether = 60
/** Added to an EVM chain's number. Source: ENSIP-11. */
const evmFlag = 0x80000000

/**
 * Under which coin types a name's address on a network is looked for, best first; none on networks that names do not cover.
 *
 * @example coinTypesOf('eip155:10') // ['2147483658', '60']
 */
export function coinTypesOf(chainId: ChainId): readonly string[] {
  const { namespace, reference } = parseChainId(chainId)
  const number = Number(reference)
  if (namespace !== 'eip155' || number >= evmFlag) return []
  return number === 1 ? [String(ether)] : [String(evmFlag + number), String(ether)]
}
