import type { AccountKey } from '@latchkey/solana'
import type { KnownAddress } from '../DescribeParameters.ts'
import type { AddressNotice, AssetName, DescriptionField, FieldLabel } from '../Description.ts'
import type { SolanaFacts } from '../families/FamilyDetails.ts'
import { noteFamilyAddress } from '../families/noteFamilyAddress.ts'
import type { ClusterAccount } from './Cluster.ts'
import type { SolanaAsset } from './readAssets.ts'
import { resolveKey } from './resolveTables.ts'

/** Context of a Solana transaction, with all chain data loaded before. */
export type SolanaReading = {
  /** The account that would sign. */
  account: string
  native: AssetName
  knownAddresses: readonly KnownAddress[]
  facts: SolanaFacts
  /** By mint. */
  assets: ReadonlyMap<string, SolanaAsset>
  /** The chain's account of each address; undefined: not available. */
  accounts: ReadonlyMap<string, ClusterAccount | null> | undefined
  /** Token accounts that the transaction itself creates. */
  created: ReadonlyMap<string, { mint: string; owner: string }>
}

/** Returns the address of an account of the transaction. */
export function addressOf({ facts }: SolanaReading, key: AccountKey): string {
  return resolveKey(key, facts.tables)
}

/** Returns mint and owner of a token account: from the chain, else from the transaction that creates it. */
export function holderOf({ facts, created }: SolanaReading, address: string) {
  return facts.tokenAccounts[address] ?? created.get(address)
}

/** Returns the token of a mint; an unknown one has amounts in base units. */
export function assetOf({ assets, facts }: SolanaReading, mint: string | undefined): AssetName {
  const known = mint === undefined ? undefined : assets.get(mint)?.name
  if (known) return known
  const symbol = mint === undefined ? '?' : `${mint.slice(0, 4)}…${mint.slice(-4)}`
  const decimals = mint === undefined ? null : (facts.mints[mint]?.decimals ?? null)
  return { address: mint ?? null, symbol, name: symbol, decimals, kind: 'spl' }
}

/** Returns the notice about an address. */
export function noteOf({ account, knownAddresses }: SolanaReading, address: string): AddressNotice {
  return noteFamilyAddress({ address, own: [account], knownAddresses })
}

/** Returns the visitor's or the operator's name of an address. */
export function nameOf({ knownAddresses }: SolanaReading, address: string): string | null {
  return knownAddresses.find((known) => known.address === address && known.name)?.name ?? null
}

/** Creates a field with an address. */
export function addressField({
  reading,
  name,
  label,
  address,
  isNoted = false,
}: {
  reading: SolanaReading
  name: string
  label: FieldLabel | null
  address: string
  /** Whether to add a notice. */
  isNoted?: boolean
}): DescriptionField {
  const notice = isNoted ? noteOf(reading, address) : null
  return {
    ...{ name, label, type: 'address', children: [] },
    value: { kind: 'address', address, name: nameOf(reading, address), notice },
  }
}
