import { bytesToHex } from '@noble/hashes/utils'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { finalizePsbt } from './finalizePsbt.ts'

type Fetch = typeof globalThis.fetch

/** An output that an address can spend; `value` in satoshi. */
export type EsploraCoin = { txid: string; vout: number; value: number; status: { confirmed: boolean } }

/**
 * Finalizes a signed PSBT and sends it: `POST /tx`.
 *
 * @returns the transaction ID
 * @throws ProviderRpcError -32603 with the node's error message
 */
export async function broadcastPsbt({
  psbt,
  esploraUrl,
  fetch,
}: {
  psbt: Uint8Array
  esploraUrl: string
  fetch: Fetch
}): Promise<string> {
  const { transaction, txid } = finalizePsbt({ psbt })
  await ask({ fetch, url: `${esploraUrl}/tx`, body: bytesToHex(transaction) })
  return txid
}

/** The spendable coins of an address: `GET /address/:address/utxo`. */
export async function readCoins({
  address,
  esploraUrl,
  fetch,
}: {
  address: string
  esploraUrl: string
  fetch: Fetch
}): Promise<readonly EsploraCoin[]> {
  return JSON.parse(await ask({ fetch, url: `${esploraUrl}/address/${address}/utxo` })) as readonly EsploraCoin[]
}

/** Price of a virtual byte for one of the next blocks, in satoshi: `GET /fee-estimates`. 2 if the node has no estimate. */
export async function readFeeRate({ esploraUrl, fetch }: { esploraUrl: string; fetch: Fetch }): Promise<number> {
  const estimates = JSON.parse(await ask({ fetch, url: `${esploraUrl}/fee-estimates` })) as Record<string, number>
  return Math.max(1, estimates['3'] ?? estimates['6'] ?? 2)
}

async function ask({ fetch, url, body }: { fetch: Fetch; url: string; body?: string }): Promise<string> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body }).catch((error: unknown) => {
    throw new ProviderRpcError({ code: -32603, message: `The node cannot be reached: ${String(error)}` })
  })
  const text = await response.text()
  if (!response.ok) throw new ProviderRpcError({ code: -32603, message: `The node refused it: ${text}` })
  return text
}
