import { type Coin, fromHex, toHex } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { PaymentAccount } from './PaymentAccount.ts'

/** Largest number of coins of a transaction. The largest coins are used. */
const mostCoins = 300
/** Largest number of unconfirmed coins to look up. */
const mostWaiting = 25
const largestInscribed = 10_000n

const txid = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const coinsSchema = z.array(
  z.object({
    address: z.string(),
    txid,
    vout: z.int().check(z.minimum(0)),
    satoshis: z.int().check(z.minimum(0)),
    height: z.nullable(z.int()),
    script: z.string(),
  }),
)
const transactionSchema = z.object({
  vin: z.array(z.object({ prevout: z.nullish(z.object({ scriptpubkey_address: z.nullish(z.string()) })) })),
})

/**
 * Reads the coins of one address. Unconfirmed coins count as own change if all inputs of their transaction belong to the address, because
 * no other account can then take them back.
 *
 * @throws LatchkeyError `response_invalid`, and the errors of the gateway client
 */
export async function readCoins({
  gateway,
  account,
}: {
  gateway: GatewayClient
  account: PaymentAccount
}): Promise<readonly Coin[]> {
  const { address, type, script, publicKey } = account
  const answer = z.safeParse(coinsSchema, await gateway.request('getaddressutxos', [{ addresses: [address] }]))
  if (!answer.success) throw new ServiceError('response_invalid', { details: 'getaddressutxos' })
  const own = answer.data
    .filter((row) => row.address === address && row.script.toLowerCase() === toHex(script))
    .sort((one, other) => other.satoshis - one.satoshis)
    .slice(0, mostCoins)
  const waiting = [...new Set(own.filter(({ height }) => height === null).map((row) => row.txid))].slice(0, mostWaiting)
  const changes = new Set<string>()
  await Promise.all(
    waiting.map(async (id) => {
      if (await isOwnTransaction({ gateway, id, address })) changes.add(id)
    }),
  )
  return own.map(({ txid, vout, satoshis, height }) => ({
    ...{ txid, vout, type, address, script, publicKey, height },
    value: BigInt(satoshis),
    ...(height === null && changes.has(txid) ? { isOwnChange: true } : {}),
  }))
}

/**
 * Whether a coin certainly carries no inscription. If a wallet has only one Taproot address, inscriptions are among its coins. They are on
 * coins of at most 10,000 satoshis.
 */
export function isPlain({ type, value, isOwnChange }: Coin): boolean {
  return type !== 'p2tr' || value > largestInscribed || isOwnChange === true
}

/** Whether all inputs of a transaction belong to the address. An unreadable transaction counts as foreign. */
async function isOwnTransaction({
  gateway,
  id,
  address,
}: {
  gateway: GatewayClient
  id: string
  address: string
}): Promise<boolean> {
  try {
    const { vin } = z.parse(transactionSchema, await gateway.request('getrawtransaction', [id, true]))
    return vin.length > 0 && vin.every(({ prevout }) => prevout?.scriptpubkey_address === address)
  } catch {
    return false
  }
}

/** Reads a transaction's bytes. @throws LatchkeyError `response_invalid`, and the errors of the gateway client */
export async function readRawTransaction({ gateway, id }: { gateway: GatewayClient; id: string }): Promise<string> {
  const hex = await gateway.request('getrawtransaction', [id, false])
  try {
    fromHex(String(hex))
  } catch (cause) {
    throw new ServiceError('response_invalid', { cause, details: 'getrawtransaction' })
  }
  return String(hex)
}
