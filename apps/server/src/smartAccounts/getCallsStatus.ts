import type { CallsStatus, ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bundler, OperationReceipt, OperationStatus } from '../bundler/Bundler.ts'
import { readCallsId } from './readParams.ts'

/**
 * Answers `wallet_getCallsStatus` (EIP-5792, 2.0.0): the state of an operation of any bundler.
 *
 * @param options.chains networks to search
 * @throws ServiceError `calls_unknown`, `malformed_request`
 */
export async function getCallsStatus({
  params,
  chains,
  bundler,
}: {
  params: readonly unknown[]
  chains: readonly ChainId[]
  bundler: Pick<Bundler, 'status' | 'receipt'>
}): Promise<CallsStatus> {
  const hash = readCallsId(params)
  for (const chainId of chains) {
    const status = await bundler.status({ chainId, hash })
    const isOver = status === undefined || status.state === 'included' || status.state === 'failed'
    const receipt = isOver ? await bundler.receipt({ chainId, hash }) : undefined
    if (status || receipt) return describe({ chainId, hash, status, receipt })
  }
  throw new ServiceError('calls_unknown', { field: 'id' })
}

const byState = { received: 100, bundled: 100, included: 200, failed: 500, dropped: 400 } as const

function describe({
  chainId,
  hash,
  status,
  receipt,
}: {
  chainId: ChainId
  hash: `0x${string}`
  status: OperationStatus | undefined
  receipt: OperationReceipt | undefined
}): CallsStatus {
  const ended = receipt && (receipt.success ? 200 : 500)
  const reason = status?.reason
  return {
    version: '2.0.0',
    id: hash,
    chainId: `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`,
    status: ended ?? (status ? byState[status.state] : 100),
    atomic: true,
    ...(receipt ? { receipts: [toReceipt(receipt)] } : {}),
    ...(reason ? { capabilities: { reason } } : {}),
  }
}

/** Returns the receipt of the operation, not of its transaction, which has operations of other accounts as well. */
function toReceipt({
  receipt,
  logs,
  success,
  actualGasUsed,
}: OperationReceipt): NonNullable<CallsStatus['receipts']>[number] {
  const { blockHash, blockNumber, transactionHash } = receipt
  return {
    logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status: success ? '0x1' : '0x0',
    ...{ blockHash, blockNumber, transactionHash, gasUsed: actualGasUsed },
  }
}
