import { defineBitcoinNetwork } from './defineBitcoinNetwork.ts'
import { defineNetwork } from './defineNetwork.ts'
import { defineSolanaNetwork } from './defineSolanaNetwork.ts'

/** Ethereum, EIP-155 chain ID 1. */
export const ethereum = /* @__PURE__ */ defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://ethereum-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
})

/** Sepolia, EIP-155 chain ID 11155111. */
export const sepolia = /* @__PURE__ */ defineNetwork({
  id: 11_155_111,
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://ethereum-sepolia-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  testnet: true,
})

/** X Layer, EIP-155 chain ID 196. */
export const xLayer = /* @__PURE__ */ defineNetwork({
  id: 196,
  name: 'X Layer',
  nativeCurrency: { name: 'OKB', symbol: 'OKB', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.xlayer.tech'] } },
  blockExplorers: { default: { name: 'OKLink', url: 'https://www.oklink.com/xlayer' } },
})

/** BNB Smart Chain, EIP-155 chain ID 56. */
export const bsc = /* @__PURE__ */ defineNetwork({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org'] } },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
})

/** Arbitrum One, EIP-155 chain ID 42161. */
export const arbitrum = /* @__PURE__ */ defineNetwork({
  id: 42_161,
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
})

/** Linea, EIP-155 chain ID 59144. */
export const linea = /* @__PURE__ */ defineNetwork({
  id: 59_144,
  name: 'Linea',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.linea.build'] } },
  blockExplorers: { default: { name: 'LineaScan', url: 'https://lineascan.build' } },
})

/** Base, EIP-155 chain ID 8453. */
export const base = /* @__PURE__ */ defineNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
  blockExplorers: { default: { name: 'BaseScan', url: 'https://basescan.org' } },
})

/** Blast, EIP-155 chain ID 81457. */
export const blast = /* @__PURE__ */ defineNetwork({
  id: 81_457,
  name: 'Blast',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.blast.io'] } },
  blockExplorers: { default: { name: 'Blastscan', url: 'https://blastscan.io' } },
})

/** Solana. */
export const solana = /* @__PURE__ */ defineSolanaNetwork({
  reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
  testnet: false,
})

/** Solana's network for developers. It has no explorer URL, because explorers select it with a query parameter. */
export const solanaDevnet = /* @__PURE__ */ defineSolanaNetwork({
  reference: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  testnet: true,
})

/** Solana's network for validators. */
export const solanaTestnet = /* @__PURE__ */ defineSolanaNetwork({
  reference: '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  name: 'Solana Testnet',
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  testnet: true,
})

/** Bitcoin. */
export const bitcoin = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
  testnet: false,
})

/** Bitcoin's test network (testnet3). */
export const bitcoinTestnet = /* @__PURE__ */ defineBitcoinNetwork({
  reference: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
})
