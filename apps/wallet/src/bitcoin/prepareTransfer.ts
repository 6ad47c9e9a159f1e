import {
  buildPayment,
  type Coin,
  minimumFeeRate,
  type Payment,
  readAddress,
  selectCoins,
  writePsbt,
} from '@latchkey/bitcoin'
import type { ChainReader } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyAccount } from '../families/FamilyAccount.ts'
import { readCoins } from './readCoins.ts'

/** Blocks within which a transfer is to be included. */
const patience = 3

/** What a page wants to have paid. Satoshis in decimal digits. */
export type Transfer = {
  account: string
  recipientAddress: string
  amount: string
  changeAddress?: string
  memo?: string
}

/** A transfer as a PSBT, of which every input is the account's own. */
export type PreparedTransfer = {
  account: string
  psbt: string
  signInputs: readonly { address: string; index: number }[]
  broadcast: true
}

/**
 * Makes the PSBT of a transfer: coins of the named account and of no other address, so that no collectible of the visitor's pays for
 * anything; what is left over goes back to it, or to another address of the visitor's. What it pays is shown and decided about like any
 * other PSBT.
 *
 * @param options.ask the network, by the gateway's methods
 * @throws LatchkeyError `invalid_receiver`, `invalid_amount`, `insufficient_balance`, `insufficient_gas`, `upstream_unavailable`
 */
export async function prepareTransfer({
  transfer,
  chainId,
  accounts,
  ask,
}: {
  transfer: Transfer
  chainId: ChainId
  accounts: readonly FamilyAccount[]
  ask: ChainReader
}): Promise<PreparedTransfer> {
  const { account, recipientAddress: receiver, memo } = transfer
  const changeAddress = transfer.changeAddress ?? account
  const own = accounts.find(({ address }) => address === account)
  if (!own || !accounts.some(({ address }) => address === changeAddress)) throw new ServiceError('account_changed')
  const [coins, feeRate, lockTime] = await Promise.all([
    readCoins({ account: own, accounts, chainId, ask }),
    readFeeRate(ask),
    readHeight(ask),
  ])
  const amount = BigInt(transfer.amount)
  const shared = { coins, receiver, amount, changeAddress, feeRate, chainId, lockTime }
  const payment = memo === undefined ? buildPayment(shared).payment : buildWithMemo({ ...shared, memo })
  // What proves to the signer what its coins are worth (BIP-143); of Taproot's the signature does (BIP-341).
  const inputs = await Promise.all(
    payment.inputs.map(async (coin) =>
      coin.type === 'p2tr' ? coin : { ...coin, previousTransaction: await readRaw(ask, coin.txid) },
    ),
  )
  return {
    account,
    psbt: writePsbt({ ...payment, inputs }),
    signInputs: inputs.map((_, index) => ({ address: account, index })),
    broadcast: true,
  }
}

/** As `buildPayment`, with an output of data behind the receiver's. */
function buildWithMemo({
  coins,
  receiver,
  amount,
  changeAddress,
  feeRate,
  chainId,
  lockTime,
  memo,
}: {
  coins: readonly Coin[]
  receiver: string
  amount: bigint
  changeAddress: string
  feeRate: bigint
  chainId: ChainId
  lockTime: number
  memo: string
}): Payment {
  const to = readAddress({ text: receiver, chainId })
  const back = readAddress({ text: changeAddress, chainId })
  if (!to || !back) throw new ServiceError('invalid_receiver')
  const data = dataScript(new TextEncoder().encode(memo))
  const outputs = [to.script, data]
  const selection = selectCoins({ coins, target: amount, outputs, changeScript: back.script, feeRate })
  if (!selection) throw new ServiceError('insufficient_balance')
  const { change, fee, vsize } = selection
  return {
    ...{ chainId, inputs: selection.coins, fee, vsize, lockTime },
    outputs: [
      { address: to.address, script: to.script, value: amount, isChange: false },
      { address: '', script: data, value: 0n, isChange: false },
      ...(change > 0n ? [{ address: back.address, script: back.script, value: change, isChange: true }] : []),
    ],
  }
}

/** OP_RETURN and one push; 0x4c is OP_PUSHDATA1. */
function dataScript(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(0x6a, ...(bytes.length > 75 ? [0x4c] : []), bytes.length, ...bytes)
}

/** Satoshi for 1,000 virtual bytes; the gateway says it for one. */
async function readFeeRate(ask: ChainReader): Promise<bigint> {
  const answer = (await ask({ method: 'estimatesmartfee', params: [patience] })) as { feerate?: unknown } | null
  const rate = answer?.feerate
  if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) throw new ServiceError('upstream_unavailable')
  const feeRate = BigInt(Math.ceil(rate * 1_000))
  return feeRate < minimumFeeRate ? minimumFeeRate : feeRate
}

/** The height of the newest block; 0 where nobody says it: only the order of blocks would be safer with it. */
async function readHeight(ask: ChainReader): Promise<number> {
  const height = await ask({ method: 'getblockcount', params: [] }).catch(() => 0)
  // From 500 million on a lock time is a date.
  return Number.isSafeInteger(height) && (height as number) > 0 && (height as number) < 500_000_000
    ? (height as number)
    : 0
}

async function readRaw(ask: ChainReader, txid: string): Promise<string> {
  const raw = await ask({ method: 'getrawtransaction', params: [txid, false] })
  if (typeof raw !== 'string') throw new ServiceError('response_invalid')
  return raw
}
