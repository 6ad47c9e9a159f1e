import { formatUnits } from '@latchkey/protocol'
import type { AddressNotice, AssetName, FamilyRequest } from '../Description.ts'
import { noteFamilyAddress } from '../families/noteFamilyAddress.ts'
import type { BitcoinParameters } from './BitcoinParameters.ts'
import { createLedger, type Ledger } from './Ledger.ts'

/** Context of one description of a Bitcoin request. */
export type BitcoinReading = Pick<BitcoinParameters, 'accounts' | 'knownAddresses' | 'now'> & {
  request: FamilyRequest
  ledger: Ledger
  coin: AssetName
}

/** Creates the context of a request. */
export function createReading({
  parameters: { accounts, knownAddresses, now, ask, network },
  request,
}: {
  parameters: BitcoinParameters
  request: FamilyRequest
}): BitcoinReading {
  const { symbol, name, decimals } = network.nativeCurrency
  return {
    ...{ accounts, knownAddresses, now, request },
    ledger: createLedger({ ask, chainId: request.chainId }),
    coin: { address: null, symbol, name, decimals, kind: 'native' },
  }
}

/** Returns the notice about an address. */
export function noteOf({ accounts, knownAddresses }: BitcoinReading, address: string): AddressNotice {
  return noteFamilyAddress({ address, own: accounts.map((own) => own.address), knownAddresses })
}

/** Returns the visitor's or the operator's name of an address. */
export function nameOf({ knownAddresses }: BitcoinReading, address: string): string | null {
  return knownAddresses.find((known) => known.address === address && known.name)?.name ?? null
}

/** Formats satoshis as exact decimal text of the native token. */
export function textOf({ coin }: Pick<BitcoinReading, 'coin'>, satoshis: bigint): string {
  return formatUnits(satoshis, coin.decimals ?? 8)
}
