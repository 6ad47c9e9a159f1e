import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'
import type { AskedAddress } from './readParams.ts'

/** Maximum number of pages that are read for a list of an address's transaction IDs. */
const mostPages = 4

/** An unspent output of an address; `height` is null while its transaction is pending. */
export type AddressCoin = {
  address: string
  txid: string
  vout: number
  satoshis: number
  height: number | null
  /** Hex. */
  script: string
}

/** Reads the unspent outputs of addresses, including pending ones. */
export async function readAddressCoins({
  addresses,
  reader,
}: {
  addresses: readonly AskedAddress[]
  reader: EsploraReader
}): Promise<AddressCoin[]> {
  const lists = await Promise.all(
    addresses.map(async ({ address, script }) =>
      (await reader('esplora.coins', address)).map(({ txid, vout, value, status }) => ({
        ...{ address, txid, vout, satoshis: value, script },
        height: status.confirmed ? (status.block_height ?? null) : null,
      })),
    ),
  )
  return lists.flat()
}

/**
 * Reads the transaction IDs of addresses, oldest first, pending ones last. For an address with very many, returns the newest
 * 100.
 */
export async function readAddressTxids({
  addresses,
  reader,
}: {
  addresses: readonly AskedAddress[]
  reader: EsploraReader
}): Promise<string[]> {
  const heights = new Map<string, number>()
  const read = async (address: string) => {
    const waiting = reader('esplora.waiting', address)
    let last: string | undefined
    for (let count = 0; count < mostPages; count += 1) {
      const page = await reader('esplora.settled', ...(last === undefined ? [address] : [address, last]))
      for (const { txid, status } of page) heights.set(txid, status.block_height ?? 0)
      last = page.at(-1)?.txid
      if (last === undefined) break
    }
    for (const { txid } of await waiting) heights.set(txid, Number.POSITIVE_INFINITY)
  }
  await Promise.all(addresses.map(({ address }) => read(address)))
  return [...heights].sort(([, a], [, b]) => (a === b ? 0 : a < b ? -1 : 1)).map(([txid]) => txid)
}

/** Effect of a pending transaction on an address: `satoshis` is negative for an input. */
export type AddressDelta = {
  address: string
  txid: string
  /** Index of the output or input. */
  index: number
  satoshis: number
  prevtxid?: string
  prevout?: number
}

/** Reads the effects of pending transactions on addresses. */
export async function readAddressWaiting({
  addresses,
  reader,
}: {
  addresses: readonly AskedAddress[]
  reader: EsploraReader
}): Promise<AddressDelta[]> {
  const lists = await Promise.all(
    addresses.map(async ({ address, script }) =>
      (await reader('esplora.waiting', address)).flatMap((transaction) => deltasOf({ transaction, address, script })),
    ),
  )
  return lists.flat()
}

function deltasOf({
  transaction: { txid, vin, vout },
  address,
  script,
}: AskedAddress & { transaction: EsploraTransaction }): AddressDelta[] {
  return [
    ...vin.flatMap(({ prevout, txid: prevtxid, vout: place }, index) =>
      prevout?.scriptpubkey === script
        ? [{ address, txid, index, satoshis: -prevout.value, prevtxid, prevout: place }]
        : [],
    ),
    ...vout.flatMap(({ scriptpubkey, value }, index) =>
      scriptpubkey === script ? [{ address, txid, index, satoshis: value }] : [],
    ),
  ]
}
