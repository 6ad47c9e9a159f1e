import { type EvmAddress, etherCoinType, evmCoinTypeFlag, readCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { getAddress } from 'viem'
import type { NameRecord, NameRow } from './nameStore.ts'

/** A name as everybody reads it. */
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

/** Whom a name stands for under a coin type; that of no chain in particular (ENSIP-19) is the account that is the same on all. */
export function addressUnder(row: NameRow, coinType: number): EvmAddress | undefined {
  const own = row.addresses.find((record) => record.coinType === coinType)
  if (own) return getAddress(own.address)
  const found = isEvmCoinType(coinType) ? findEverywhere(row) : undefined
  return found && getAddress(found.address)
}

/** Whether a coin type is of Ethereum's family: of a network, or of none in particular. */
export function isEvmCoinType(coinType: number): boolean {
  return coinType === evmCoinTypeFlag || readCoinType(coinType)?.coinType === coinType
}

/**
 * The address that counts where none is recorded: one of a key, which is the same account on every network. That of Ethereum, which whoever
 * set it meant to be read so; else the owner's own. What somebody else signed for one network counts on that network alone.
 */
function findEverywhere({ owner, addresses }: Pick<NameRow, 'owner' | 'addresses'>): NameRecord | undefined {
  const keys = addresses.filter(({ proof }) => proof === 'key')
  return (
    keys.find(({ coinType }) => coinType === etherCoinType) ??
    keys.find(({ address }) => address.toLowerCase() === owner.toLowerCase())
  )
}
