import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'
import type { AskedAddress } from './readParams.ts'

/** Pages of an address' transactions that are read for a list of their ids. */
const mostPages = 4

/** A coin of an address; `height` is null while its transaction waits. */
export type AddressCoin = {
  address: string
  txid: string
  vout: number
  satoshis: number
  height: number | null
  /** Hex. */
  script: string
}

/** The coins that addresses can spend, those that wait among them. */
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

/** The ids of addresses' transactions, oldest first, those that wait last; of an address with very many the newest 100. */
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

/** What a waiting transaction gives to or takes from an address: `satoshis` is negative for what it spends. */
export type AddressDelta = {
  address: string
  txid: string
  /** Of the output or the input. */
  index: number
  satoshis: number
  prevtxid?: string
  prevout?: number
}

/** What waiting transactions do to addresses. */
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
