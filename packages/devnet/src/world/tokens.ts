import {
  feeOnTransferTokenBytecode,
  keyCollectionBytecode,
  noReturnTokenBytecode,
  permitTokenBytecode,
  spamCollectionBytecode,
  spamTokenBytecode,
} from '@latchkey/contracts'
import type { Address, Hex } from 'viem'
import { encodeAbiParameters, getContractAddress } from 'viem/utils'
import type { DevnetToken } from '../Devnet.ts'
import { contracts } from './contracts.ts'

/** A token as it is deployed. */
export type TokenDefinition = Omit<DevnetToken, 'address'> & {
  /** Usd for one token at the end of the baked history. */
  price: number
  /** Creation code with its arguments; absent if the deployer does not create the token. */
  creation?: (roles: { owner: Address; collector: Address }) => Hex
}

const stringsAndOwner = [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }, { type: 'address' }] as const
const stringsFeeCollectorOwner = [
  { type: 'string' },
  { type: 'string' },
  { type: 'uint256' },
  { type: 'address' },
  { type: 'address' },
] as const

type Named = { name: string; symbol: string; decimals: number }

function permitToken({ name, symbol, decimals }: Named): NonNullable<TokenDefinition['creation']> {
  return ({ owner }) =>
    `${permitTokenBytecode}${encodeAbiParameters(stringsAndOwner, [name, symbol, decimals, owner]).slice(2)}`
}

function plain(definition: Named & { kind: TokenDefinition['kind']; price: number }): TokenDefinition {
  return { ...definition, creation: permitToken(definition) }
}

/** The tokens of the local chains, in the order of their deployment. */
export function tokenDefinitions(): TokenDefinition[] {
  return [
    plain({ name: 'Local Dollar', symbol: 'USDL', decimals: 6, kind: 'usd', price: 1 }),
    plain({ name: 'Latch', symbol: 'LATCH', decimals: 18, kind: 'site', price: 0.42 }),
    plain({ name: 'Aurora', symbol: 'AUR', decimals: 18, kind: 'plain', price: 1.85 }),
    plain({ name: 'Bridged Bitcoin', symbol: 'LBTC', decimals: 8, kind: 'plain', price: 64_000 }),
    {
      ...{ name: 'Toll', symbol: 'TOLL', decimals: 18, kind: 'fee-on-transfer', price: 0.05 },
      // One percent of every transfer.
      creation: ({ owner, collector }) =>
        `${feeOnTransferTokenBytecode}${encodeAbiParameters(stringsFeeCollectorOwner, ['Toll', 'TOLL', 100n, collector, owner]).slice(2)}`,
    },
    {
      ...{ name: 'Mute', symbol: 'MUTE', decimals: 6, kind: 'no-bool', price: 1.2 },
      creation: ({ owner }) =>
        `${noReturnTokenBytecode}${encodeAbiParameters(stringsAndOwner, ['Mute', 'MUTE', 6, owner]).slice(2)}`,
    },
    { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18, kind: 'wrapped-native', price: 3000 },
  ]
}

/** Tokens that are deployed last, which keeps the addresses of the others. Only traders hold them. */
export function laterTokens(): TokenDefinition[] {
  return [plain({ name: 'Bridged SOL', symbol: 'LSOL', decimals: 9, kind: 'plain', price: 150 })]
}

/** Names of spam. The domains in them end in `.example`, which is reserved (RFC 2606). */
const spam = {
  token: { name: 'Visit usdl-rewards.example to claim', symbol: 'usdl-rewards.example' },
  collection: { name: '5000 USDL voucher: claim-latch.example', symbol: 'VOUCHER' },
} as const

/** The collection of NFTs. */
const keyCollection = { name: 'Latchkey Keys', symbol: 'KEYS' } as const

/** Creation codes of everything that the deployer makes, in that order. */
export function creations(roles: { owner: Address; collector: Address }): Hex[] {
  const strings = [{ type: 'string' }, { type: 'string' }] as const
  const collectionArguments = encodeAbiParameters(
    [...strings, { type: 'address' }],
    [keyCollection.name, keyCollection.symbol, roles.owner],
  )
  return [
    ...tokenDefinitions().flatMap(({ creation }) => creation?.(roles) ?? []),
    `${keyCollectionBytecode}${collectionArguments.slice(2)}`,
    `${spamTokenBytecode}${encodeAbiParameters(strings, [spam.token.name, spam.token.symbol]).slice(2)}`,
    `${spamCollectionBytecode}${encodeAbiParameters(strings, [spam.collection.name, spam.collection.symbol]).slice(2)}`,
    ...laterTokens().flatMap(({ creation }) => creation?.(roles) ?? []),
  ]
}

/** Addresses of everything that the deployer creates, one contract per transaction, beginning with its first. */
export function worldAddresses({ deployer }: { deployer: Address }): {
  tokens: readonly DevnetToken[]
  nfts: { collection: Address; spam: Address }
} {
  let nonce = 0n
  const next = () => {
    const address = getContractAddress({ from: deployer, nonce })
    nonce += 1n
    return address
  }
  const tokens: DevnetToken[] = tokenDefinitions().map(({ name, symbol, decimals, kind, creation }) => ({
    ...{ name, symbol, decimals, kind },
    address: creation ? next() : contracts.weth,
  }))
  const collection = next()
  const spamToken = next()
  const spamCollection = next()
  const later: DevnetToken[] = laterTokens().map(({ name, symbol, decimals, kind }) => ({
    ...{ name, symbol, decimals, kind },
    address: next(),
  }))
  return {
    tokens: [...tokens, ...later, { address: spamToken, ...spam.token, decimals: 18, kind: 'spam' }],
    nfts: { collection, spam: spamCollection },
  }
}
