import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import { askWallet } from './askWallet.ts'
import { checkWallet } from './checkWallet.ts'
import type { Ledger } from './createLedger.ts'
import type { Requests } from './createRequests.ts'
import type { TransactionsParameters } from './createTransactionsEngine.ts'
import { randomId } from './randomId.ts'
import { readCount, readTransaction } from './readChain.ts'
import { readSubmitError } from './readSubmitError.ts'
import { signTimeout } from './signTimeout.ts'
import type { TransactionCall } from './TransactionsFeature.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Number of attempts to read the nonce of a replacement from a node, and the pause between them in milliseconds. */
const numberLooks = 3
const numberPause = 1_000
/** Gas of a plain payment. Source: yellow paper, G_transaction. */
const plainPaymentGas = 21_000n

/** Replaces pending transactions. */
export type Replacing = {
  replace: (options: { id: string; kind: 'speedUp' | 'cancel'; gasPrice?: bigint }) => Promise<void>
  canReplace: (id: string) => boolean
}

/**
 * Creates the part that asks for another transaction with the same nonce. It asks only wallets that accept a given nonce, because one that
 * chooses its own would pay twice.
 */
export function createReplacing({
  context: { environment },
  connection,
  ledger,
  gatewayOf,
  withTurn,
}: TransactionsParameters & {
  ledger: Ledger
  gatewayOf: (chainId: ChainId) => GatewayClient
  withTurn: Requests['withTurn']
}): Replacing {
  /** IDs of connectors that used another nonce although they claim to accept a given one. */
  const unruly = new Set<string>()
  const canReplace = (record: TransactionRecord | undefined): record is TransactionRecord & { nonce: number } => {
    const state = connection.getState()
    if (record?.status.type !== 'pending' || record.nonce === undefined || state.status !== 'connected') return false
    const { address, connector } = state.account
    const from = record.from.toLowerCase()
    return (
      record.batchId === undefined &&
      (record.sender ?? from).toLowerCase() === from &&
      address.toLowerCase() === from &&
      !unruly.has(connector.id) &&
      (connector.type === 'embedded' || connector.takesNonce === true)
    )
  }

  /**
   * Returns the price at which nodes accept a replacement: 12.5% more than the old one (they require 10%), or the current price plus 12.5%.
   */
  const readPrice = async (gateway: GatewayClient, { hashes, call }: TransactionRecord, wanted: bigint | undefined) => {
    const [now, ...waiting] = await Promise.all([
      gateway.request('eth_gasPrice').then(readQuantity),
      ...hashes.map((hash) => readTransaction(gateway, hash)),
    ])
    const offered = [call.gasPrice, ...waiting.map((one) => one?.gasPrice ?? 0n)].reduce((a, b) => (a > b ? a : b))
    const raised = offered + offered / 8n + 1n
    const price = wanted ?? now + (now + 7n) / 8n
    return price > raised ? price : raised
  }

  const readCancelGas = async (gateway: GatewayClient, from: string) => {
    const call = { from, to: from, value: '0x0' }
    const gas = await gateway.request('eth_estimateGas', [call]).then(readQuantity, () => plainPaymentGas)
    return gas === plainPaymentGas ? gas : gas + gas / 5n
  }

  /** Returns the actual nonce of a transaction; undefined if no node knows it. */
  const readNonce = async (gateway: GatewayClient, hash: string): Promise<number | undefined> => {
    for (let looks = 0; looks < numberLooks; looks++) {
      const found = await readTransaction(gateway, hash).catch(() => undefined)
      if (found) return found.nonce
      await new Promise<void>((resolve) => void environment.setTimeout(resolve, numberPause))
    }
    return undefined
  }
  /** Records a second payment that did not replace the first. Both move money and are tracked separately. */
  const noteStray = (record: TransactionRecord, stray: Pick<TransactionRecord, 'call' | 'nonce'>, hash: string) => {
    const at = environment.now()
    ledger.put({
      ...{ ...record, ...stray, id: randomId(16), hashes: [hash], cancelHashes: [], canceling: false },
      ...{ status: { type: 'pending', hash, slow: false, reorged: false }, askedAt: at, sentAt: at },
      ...{ requestId: undefined, decided: undefined, sender: record.from },
    })
  }

  const ask = async (
    record: TransactionRecord & { nonce: number },
    { kind, gasPrice: wanted }: Pick<Parameters<Replacing['replace']>[0], 'kind' | 'gasPrice'>,
  ): Promise<void> => {
    const { id, chainId, from, nonce } = record
    const gateway = gatewayOf(chainId)
    const cancel = kind === 'cancel'
    const [wallet, count, gasPrice, gas] = await Promise.all([
      checkWallet({ environment, connection, chainId, from }),
      readCount(gateway, from),
      readPrice(gateway, record, wanted),
      cancel ? readCancelGas(gateway, from) : record.call.gas,
    ])
    const changed = wallet.changed()
    if (changed) throw new ServiceError(changed)
    const current = ledger.get(id)
    if (count > nonce || current?.status.type !== 'pending') throw new ServiceError('transaction_done')
    if (!canReplace(current)) throw new ServiceError('replacement_unsupported')
    const self: TransactionCall = { to: from as `0x${string}`, value: 0n, data: '0x', gas, gasPrice }
    const call = cancel ? self : { ...record.call, gasPrice }
    // Before the request, because the page may be left after the wallet has sent the cancellation.
    if (cancel) ledger.apply(id, { type: 'canceling', canceling: true })
    const answer = askWallet({ ...wallet, chainId, from, call, nonce }).then(async (hash) => {
      const given = await readNonce(gateway, hash)
      if (given !== undefined && given !== nonce) {
        unruly.add(wallet.connector.id)
        if (cancel) ledger.apply(id, { type: 'canceling', canceling: false })
        else noteStray(record, { call, nonce: given }, hash)
        throw new ServiceError('replacement_unsupported', { details: `The wallet used nonce ${given}, not ${nonce}` })
      }
      ledger.apply(id, { type: 'answered', hash, at: environment.now(), cancel })
      if (!cancel) ledger.apply(id, { type: 'repriced', gasPrice })
    })
    try {
      await waitForWallet({ environment, answer, milliseconds: signTimeout })
    } catch (error) {
      const { code, message, details, moneyMoved } = readSubmitError(error)
      // The nonce identifies the transaction that is mined in the end.
      if (cancel && moneyMoved === 'no') ledger.apply(id, { type: 'canceling', canceling: false })
      if (/nonce (is )?too low/i.test(details ?? '')) throw new ServiceError('transaction_done', { cause: error })
      throw new LatchkeyError(code, { message, details, cause: error })
    }
  }

  return {
    canReplace: (id) => canReplace(ledger.get(id)),
    replace: async ({ id, ...options }) => {
      const record = ledger.get(id)
      if (record?.status.type !== 'pending' && record?.status.type !== 'uncertain')
        throw new ServiceError('transaction_done')
      if (!canReplace(record)) throw new ServiceError('replacement_unsupported')
      const outcome = await withTurn(record.from, () => ask(record, options))
      if (outcome) throw new ServiceError(outcome.code)
    },
  }
}
