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
 * Coinbase's names of networks. Sources: "Create session token", "Get buy options" and the guide, "Countries & Currencies", whose example
 * adds `-mainnet`. A network with another name is not offered: its id alone does not say which family it is of.
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

/** Coinbase's name of a network; undefined for one it has none for. The first one where it has two. */
export function toCoinbaseNetwork(chainId: ChainId): string | undefined {
  return networks.find((network) => network[1] === chainId)?.[0]
}

/**
 * The network that Coinbase means.
 *
 * @param options.id its `chain_id`: where it is said for Ethereum's family, it has to be the one of the name
 * @returns undefined for one that is not known here
 * @example toChainId({ name: 'ethereum-mainnet', id: '1' }) // 'eip155:1'
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
 * The token that Coinbase means by a contract's address. Native coins have none, the zero address, or the one that stands for them all.
 *
 * @returns undefined for an address that is none of the network's family
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
