import type { Address } from 'viem'
import { concat, keccak256, slice } from 'viem/utils'
import type { DevnetToken } from '../Devnet.ts'
import { deriveAccounts, type WorldAccounts } from './accounts.ts'
import { contracts } from './contracts.ts'
import { nameContracts, names } from './names.ts'
import { smartAccountContracts } from './smartAccounts.ts'
import { laterTokens, tokenDefinitions, worldAddresses } from './tokens.ts'

/**
 * Version of the world. Raise the first number if stored states no longer fit, for example after a change of addresses or
 * contracts. A change of the contracts of smart accounts or names changes the version automatically.
 */
export const worldVersion =
  6 * 2 ** 32 +
  Number(slice(keccak256(concat([...Object.values(smartAccountContracts), ...Object.values(nameContracts)])), 0, 4))

/** Everything that is fixed about the local chains before any of them runs. */
export type World = {
  contracts: typeof contracts
  accounts: WorldAccounts
  names: typeof names
  tokens: readonly DevnetToken[]
  nfts: { collection: Address; spam: Address }
  /** Usd for one token at the end of the baked history, by symbol. */
  prices: Readonly<Record<string, number>>
}

/** Computes the local world: addresses, keys and prices. */
export function createWorld(): World {
  const accounts = deriveAccounts()
  return {
    contracts,
    accounts,
    names,
    ...worldAddresses({ deployer: accounts.deployer.address }),
    prices: Object.fromEntries([...tokenDefinitions(), ...laterTokens()].map(({ symbol, price }) => [symbol, price])),
  }
}

/**
 * Finds a token by its symbol.
 *
 * @throws Error when there is none: symbols are written in this package only.
 */
export function tokenOf({ world, symbol }: { world: World; symbol: string }): DevnetToken {
  const token = world.tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new Error(`no token ${symbol}`)
  return token
}
