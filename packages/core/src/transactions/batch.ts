import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { isRecord } from '../connectors/isRecord.ts'
import { readWalletError } from '../connectors/toWalletError.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Environment } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { checkTimeout } from './checkWallet.ts'
import type { Ledger } from './createLedger.ts'
import { isHash } from './isHash.ts'
import { readReceipt } from './readChain.ts'
import type { TransactionCall } from './TransactionsFeature.ts'
import type { TransactionRecord } from './transactionRecord.ts'

/** Whether a wallet runs several calls as one on a network. False if it does not report that. Source: EIP-5792, `atomic`. */
export async function readAtomic({
  environment,
  provider,
  from,
  chainId,
}: {
  environment: Environment
  provider: Eip1193Provider
  from: string
  chainId: ChainId
}): Promise<boolean> {
  const id = toHexChainId(chainId)
  try {
    const ask = async () => provider.request({ method: 'wallet_getCapabilities', params: [from, [id]] })
    const answer = await waitForWallet({ environment, answer: ask(), milliseconds: checkTimeout })
    if (!isRecord(answer)) return false
    const statuses = Object.entries(answer)
      .filter(([key]) => /^0x[0-9a-f]+$/i.test(key) && [0n, BigInt(id)].includes(BigInt(key)))
      .sort(([a], [b]) => (BigInt(a) < BigInt(b) ? 1 : -1))
      .flatMap(([, own]) => (isRecord(own) && isRecord(own.atomic) ? [own.atomic.status] : []))
    // The entry of this network precedes the one for all networks.
    return statuses[0] === 'supported' || statuses[0] === 'ready'
  } catch {
    return false
  }
}

/** A call in a wallet request; wei. */
type BatchedCall = Pick<TransactionCall, 'to'> & Partial<Pick<TransactionCall, 'value' | 'data'>>

/**
 * Asks a wallet for several calls as one. Source: EIP-5792 2.0.0, `wallet_sendCalls`.
 *
 * @param options.atomicRequired false allows the wallet to run the calls one by one
 * @param options.capabilities capabilities to use, by name
 * @returns the wallet's ID of the batch
 * @throws the error of the wallet; LatchkeyError `wallet_failed` if the answer has no ID
 */
export async function sendCalls({
  provider,
  id,
  from,
  chainId,
  calls,
  atomicRequired = true,
  capabilities,
  requestId,
}: {
  provider: Eip1193Provider
  /** 32 bytes in hexadecimal, never used before. */
  id: string
  from: string
  chainId: ChainId
  calls: readonly BatchedCall[]
  atomicRequired?: boolean
  capabilities?: Readonly<Record<string, unknown>> | undefined
  requestId?: string | undefined
}): Promise<string> {
  const answer = await provider.request({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        id,
        from,
        chainId: toHexChainId(chainId),
        atomicRequired,
        calls: calls.map(({ to, value = 0n, data }) => ({ to, value: `0x${value.toString(16)}`, data: data ?? '0x' })),
        ...(capabilities && { capabilities }),
      },
    ],
    ...(requestId === undefined ? {} : { requestId }),
  })
  const given = isRecord(answer) ? answer.id : answer
  if (typeof given !== 'string' || given === '' || given.length > 8_194)
    throw new LatchkeyError('wallet_failed', { details: 'The wallet answered without the id of a batch' })
  return given
}

/** Asks the wallet for the status of a batch, and records it. Source: EIP-5792 2.0.0, `wallet_getCallsStatus`. */
export async function noteCallsStatus({
  environment,
  ledger,
  provider,
  gateway,
  knowsAll,
  record: { id, from, batchId, isTaken },
}: {
  environment: Environment
  ledger: Pick<Ledger, 'apply'>
  gateway: GatewayClient
  provider: Eip1193Provider
  /** The wallet records each batch before it sends it, and its request ended with the page. An unknown batch was therefore never sent. */
  knowsAll: boolean
  record: TransactionRecord
}): Promise<void> {
  const at = environment.now()
  const ask = async () => provider.request({ method: 'wallet_getCallsStatus', params: [batchId] })
  const answer = await waitForWallet({ environment, answer: ask(), milliseconds: checkTimeout }).catch(
    (error: unknown) => {
      if (!knowsAll || isTaken || !readWalletError(error).codes.includes(5730)) throw error
      refuse('send_failed', 'no')
    },
  )
  if (!isRecord(answer)) return
  const status = answer.status === 'CONFIRMED' ? 200 : Number(answer.status)
  const hash = Array.isArray(answer.receipts) ? readLastHash(answer.receipts) : undefined
  if (hash !== undefined && (status === 200 || status === 500)) {
    // The node decides which block it is in. Wallets report that in different forms, or not at all.
    const receipt = await readReceipt({ gateway, hash, account: from })
    if (!receipt) return
    const ok = status === 200 && receipt.ok
    ledger.apply(id, { type: 'answered', hash, at })
    ledger.apply(id, { type: 'mined', by: 'itself', ...receipt, ok })
  } else if (status === 400) refuse('send_failed', 'no')
  else if (status === 500) refuse('transaction_reverted', 'only-network-cost')
  // Some calls succeeded, although the batch was atomic.
  else if (status === 600) refuse('transaction_reverted', 'unknown')

  function refuse(code: 'send_failed' | 'transaction_reverted', moneyMoved: 'no' | 'only-network-cost' | 'unknown') {
    const { message } = new ServiceError(code)
    ledger.apply(id, { type: 'refused', failure: { code, message, details: undefined, moneyMoved }, at })
  }
}

function readLastHash(receipts: readonly unknown[]): string | undefined {
  const last: unknown = receipts.at(-1)
  return isRecord(last) && isHash(last.transactionHash) ? last.transactionHash : undefined
}
