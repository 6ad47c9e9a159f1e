import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const paths = {
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  v3PositionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  swapRouter02: '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  quoterV2: '@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  entryPoint08: '@account-abstraction/contracts/artifacts/EntryPoint.json',
  ensRegistry: '@ensdomains/ens/build/contracts/ENSRegistry.json',
  ensReverseRegistrar: '@ensdomains/ens/build/contracts/ReverseRegistrar.json',
  ensPublicResolver: '@ensdomains/resolver/build/contracts/PublicResolver.json',
  simple7702Account: '@account-abstraction/contracts/artifacts/Simple7702Account.json',
} as const

/** A program of others that runs on the local chains. */
export type ForeignContract = keyof typeof paths

/**
 * Returns the creation code of a third-party contract. Most of their licenses (GPL) allow us to run them, but not to include
 * them in this repository. They are read from their packages when a chain is baked.
 */
export function foreignBytecode(name: ForeignContract): Hex {
  const path = createRequire(import.meta.url).resolve(paths[name])
  const { bytecode }: { bytecode: string } = JSON.parse(readFileSync(path, 'utf8'))
  return bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}`
}

/** The packages that these contracts come from; other versions make another world. */
export const foreignPackages = [...new Set(Object.values(paths).map((path) => path.split('/').slice(0, 2).join('/')))]
