import { buildPayment, type Coin, readAddress } from '@latchkey/bitcoin'
import { LatchkeyError } from '@latchkey/protocol'
import type { Finding } from '../Description.ts'
import { Malformed } from '../request/Malformed.ts'
import { type BitcoinReading, textOf } from './BitcoinReading.ts'
import type { AskedInput, BitcoinAsk } from './readAsk.ts'

/** A payment that the wallet builds itself: the PSBT, or why there is none. */
export type PreparedTransfer = { psbt: string; inputs: readonly AskedInput[] } | { findings: readonly Finding[] }

/** Limit of own unconfirmed change to check for spending. */
const waitingLimit = 20

/**
 * Builds the payment of a `sendTransfer` from the coins of the payment address. Change returns only to that address, the fee is the
 * network's, and each coin brings the transaction that proves its value.
 *
 * @throws Malformed
 */
export async function prepareTransfer({
  reading,
  ask: { receiver, amount, changeAddress },
}: {
  reading: BitcoinReading
  ask: Extract<BitcoinAsk, { kind: 'transfer' }>
}): Promise<PreparedTransfer> {
  const { ledger, accounts, request, coin } = reading
  const { account, chainId } = request
  if (!readAddress({ text: receiver, chainId }))
    throw new Malformed('recipientAddress', 'not an address of the network')
  if (changeAddress !== null && !accounts.some(({ address }) => address === changeAddress))
    return { findings: [{ level: 'refuse', code: 'accountMismatch', values: { wanted: changeAddress, account } }] }
  const [all, feeRate, height] = await Promise.all([
    ledger.coins({ address: account, type: 'p2wpkh' }),
    ledger.feeRate(),
    ledger.height(),
  ])
  const unknown: PreparedTransfer = { findings: [{ level: 'refuse', code: 'inputUnknown', values: {} }] }
  if (!all || feeRate === undefined || height === undefined) return unknown
  const coins = await Promise.all(
    all.map((one, index) => markOwn({ reading, coin: one, isLooked: index < waitingLimit })),
  )
  const build = (from: readonly Coin[]) =>
    buildPayment({
      ...{ coins: from, receiver, amount, feeRate, chainId, lockTime: height },
      changeAddress: changeAddress ?? account,
    })
  try {
    const chosen = build(coins).payment.inputs
    const proven = await Promise.all(
      coins.map(async (one) => {
        if (!chosen.some(({ txid, vout }) => txid === one.txid && vout === one.vout)) return one
        const previous = await ledger.transaction(one.txid)
        return previous ? { ...one, previousTransaction: previous.hex } : one
      }),
    )
    const { psbt, payment } = build(proven)
    if (payment.inputs.some(({ previousTransaction }) => previousTransaction === undefined)) return unknown
    return { psbt, inputs: payment.inputs.map((_, index) => ({ index, address: account, sighashTypes: [1] })) }
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error
    const available = coins.reduce((sum, { value }) => sum + value, 0n)
    const { symbol } = coin
    if (error.code === 'insufficient_balance' || error.code === 'insufficient_gas') {
      const values = { needed: textOf(reading, amount), available: textOf(reading, available), symbol }
      return { findings: [{ level: 'refuse', code: 'insufficientFunds', values }] }
    }
    if (error.code === 'amount_dust')
      return {
        findings: [{ level: 'refuse', code: 'dustOutput', values: { amount: textOf(reading, amount), symbol } }],
      }
    throw error
  }
}

/** An unconfirmed coin can be spent if all its inputs were the visitor's own. */
async function markOwn({
  reading: { ledger, accounts },
  coin,
  isLooked,
}: {
  reading: BitcoinReading
  coin: Coin
  isLooked: boolean
}): Promise<Coin> {
  if (coin.height !== null || !isLooked) return coin
  const made = await ledger.transaction(coin.txid)
  const sources = await Promise.all(
    (made?.reading.inputs ?? []).map(async ({ txid, vout }) => {
      const address = (await ledger.transaction(txid))?.reading.outputs[vout]?.address
      return accounts.some((own) => own.address === address)
    }),
  )
  return sources.length > 0 && sources.every(Boolean) ? { ...coin, isOwnChange: true } : coin
}
