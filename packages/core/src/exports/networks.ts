export type { Network } from '../chains/Network.ts'
export { defineBitcoinNetwork } from '../networks/defineBitcoinNetwork.ts'
export { type ChainDescription, defineNetwork } from '../networks/defineNetwork.ts'
export { defineSolanaNetwork, type FamilyNetworkDescription } from '../networks/defineSolanaNetwork.ts'
export {
  arbitrum,
  base,
  bitcoin,
  bitcoinTestnet,
  blast,
  bsc,
  ethereum,
  linea,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
  xLayer,
} from '../networks/presets.ts'
