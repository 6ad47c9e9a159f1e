import { type EvmAddress, etherCoinType, evmCoinTypeFlag, readCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { getAddress } from 'viem'
import type { NameRecord, NameRow } from './nameStore.ts'

/** Converts a row to the public form of a name. */
export function toName(row: NameRow): Name {
  const { name, registeredAt, updatedAt, attributes, addresses } = row
  const everywhere = findEverywhere(row)
  return {
    name,
    registered_at: registeredAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    attributes,
    addresses: Object.fromEntries(
      addresses.map((record) => [
        String(record.coinType),
        {
          address: getAddress(record.address),
          created_at: record.createdAt.toISOString(),
          everywhere: record === everywhere,
        },
      ]),
    ),
  }
}

/** Returns the address under a coin type. For the default coin type (ENSIP-19), it is the account that is the same on all networks. */
export function addressUnder(row: NameRow, coinType: number): EvmAddress | undefined {
  const own = row.addresses.find((record) => record.coinType === coinType)
  if (own) return getAddress(own.address)
  const found = isEvmCoinType(coinType) ? findEverywhere(row) : undefined
  return found && getAddress(found.address)
}

/** Returns whether a coin type is of an EVM network, or the default for all of them. */
export function isEvmCoinType(coinType: number): boolean {
  return coinType === evmCoinTypeFlag || readCoinType(coinType)?.coinType === coinType
}

/**
 * Returns the fallback address for coin types without a record. It must be of a key, because an EOA is the same on every network.
 * Ethereum's address is the first choice, because its owner set it for that purpose, then the owner's own. Another account's address for
 * one network counts only on that network.
 */
function findEverywhere({ owner, addresses }: Pick<NameRow, 'owner' | 'addresses'>): NameRecord | undefined {
  const keys = addresses.filter(({ proof }) => proof === 'key')
  return (
    keys.find(({ coinType }) => coinType === etherCoinType) ??
    keys.find(({ address }) => address.toLowerCase() === owner.toLowerCase())
  )
}
