import {
  type AccountId,
  bitcoinNetworks,
  type ChainId,
  nativeEvmAddress,
  nativeSolanaAddress,
  parseChainId,
  solanaNetworks,
  toAccountId,
} from '@latchkey/protocol'

/**
 * Coinbase's names of networks. Sources: "Create session token", "Get buy options" and the guide, "Countries & Currencies",
 * whose example adds `-mainnet`. Networks with other names are not offered, because the ID alone does not tell the network
 * family.
 */
const networks: readonly (readonly [name: string, chainId: ChainId])[] = [
  ['ethereum', 'eip155:1'],
  ['base', 'eip155:8453'],
  ['optimism', 'eip155:10'],
  ['arbitrum', 'eip155:42161'],
  ['polygon', 'eip155:137'],
  ['bnb', 'eip155:56'],
  ['avacchain', 'eip155:43114'],
  ['avalanche', 'eip155:43114'],
  ['linea', 'eip155:59144'],
  ['blast', 'eip155:81457'],
  ['zksync', 'eip155:324'],
  ['zora', 'eip155:7777777'],
  ['celo', 'eip155:42220'],
  ['gnosis', 'eip155:100'],
  ['solana', solanaNetworks.mainnet],
  ['bitcoin', bitcoinNetworks.mainnet],
]

/** Returns Coinbase's name of a network; undefined if it has none. If there are two, returns the first. */
export function toCoinbaseNetwork(chainId: ChainId): string | undefined {
  return networks.find((network) => network[1] === chainId)?.[0]
}

/**
 * Returns the network of a Coinbase name.
 *
 * @param options.id its `chain_id`; for an EVM network it must match the name
 * @returns undefined if unknown
 * @example
 * toChainId({ name: 'ethereum-mainnet', id: '1' }) // 'eip155:1'
 */
export function toChainId({ name, id }: { name: string; id?: string | undefined }): ChainId | undefined {
  const plain = name.toLowerCase().replace(/-mainnet$/, '')
  const chainId = networks.find((network) => network[0] === plain)?.[1]
  if (!chainId) return undefined
  const { namespace, reference } = parseChainId(chainId)
  const isOther = namespace === 'eip155' && id !== undefined && /^[1-9]\d*$/.test(id) && id !== reference
  return isOther ? undefined : chainId
}

/**
 * Returns the token of a contract address from Coinbase. Native tokens have none, the zero address, or the placeholder
 * address.
 *
 * @returns undefined for an address of another network family
 */
export function toAsset({ chainId, contract }: { chainId: ChainId; contract: string }): AccountId | undefined {
  switch (parseChainId(chainId).namespace) {
    case 'eip155': {
      const address = contract.toLowerCase()
      const isNative = address === '' || /^0x0{40}$/.test(address)
      if (!isNative && !/^0x[0-9a-f]{40}$/.test(address)) return undefined
      return toAccountId({ chainId, address: isNative ? nativeEvmAddress : address })
    }
    case 'solana':
      if (contract === '') return toAccountId({ chainId, address: nativeSolanaAddress })
      return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(contract) ? toAccountId({ chainId, address: contract }) : undefined
    default:
      return contract === '' ? toAccountId({ chainId, address: 'native' }) : undefined
  }
}
