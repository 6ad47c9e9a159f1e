export { type ChainDescription, defineNetwork } from '../networks/defineNetwork.ts'
export type { Network } from '../networks/Network.ts'
export { arbitrum, base, blast, bsc, ethereum, linea, sepolia, xLayer } from '../networks/presets.ts'
