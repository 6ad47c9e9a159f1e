import type { RpcUserOperation } from '@latchkey/protocol'
import { entryPoint08, hashOperation, toRpcOperation } from '@latchkey/smart-account'
import { entryPoint08Abi, type PackedUserOperation } from 'viem/account-abstraction'
import { decodeFunctionData, hexToBigInt, numberToHex, sliceHex } from 'viem/utils'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { Bundler, OperationReceipt } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'

import { findOperation } from '../store/operationStore.ts'
import {
  executionTopic,
  findOperationEvent,
  isOfEntryPoint,
  operationTopic,
  readOperationEvents,
  readOperationReason,
} from './findOperationEvent.ts'

type Hex = `0x${string}`
type FoundOperation = Awaited<ReturnType<Bundler['byHash']>>

/** What the chain says of an operation, by its own events. */
export async function readOperationReceipt(scope: ChainScope, hash: Hex): Promise<OperationReceipt | undefined> {
  const transactionHash = await findTransaction(scope, hash)
  if (!transactionHash) return undefined
  const [receipt] = await scope.node.receipts([transactionHash])
  const event = receipt && readOperationEvents(receipt).find((one) => one.hash.toLowerCase() === hash.toLowerCase())
  // The block may have been undone since.
  if (!receipt || !event) return undefined
  const reason = readOperationReason(receipt, hash)
  return {
    userOpHash: event.hash,
    entryPoint: entryPoint08,
    sender: event.sender,
    nonce: numberToHex(event.nonce),
    paymaster: event.paymaster,
    actualGasCost: numberToHex(event.actualGasCost),
    actualGasUsed: numberToHex(event.actualGasUsed),
    success: event.success,
    ...(reason === undefined || reason === '0x' ? {} : { reason }),
    logs: logsOfOperation(receipt, hash),
    receipt: { ...receipt, status: BigInt(receipt.status) === 1n ? '0x1' : '0x0' },
  }
}

/** The operation itself, of whichever bundler. */
export async function readOperationByHash(scope: ChainScope, hash: Hex): Promise<FoundOperation> {
  const { context, chainId, node } = scope
  const stored = await findOperation(context.database, { chainId, hash })
  if (stored && stored.state !== 'dropped') {
    const transactionHash = stored.transactionHash
    const [receipt] = transactionHash ? await node.receipts([transactionHash]) : []
    return {
      // Until the chain shows it to everybody, nobody else can send it: not even after it was taken back here.
      userOperation: {
        ...toRpcOperation(stored.operation),
        ...(stored.state === 'included' || stored.state === 'failed' ? {} : { signature: '0x' as const }),
      },
      entryPoint: entryPoint08,
      transactionHash,
      blockHash: receipt?.blockHash ?? null,
      blockNumber: receipt?.blockNumber ?? null,
    }
  }
  const event = await findOperationEvent(scope, hash)
  if (!event) return undefined
  type Transaction = { to: Hex | null; input: Hex; blockHash: Hex | null; blockNumber: Hex | null }
  const transaction = await node.request<Transaction | null>('eth_getTransactionByHash', [event.transactionHash])
  const userOperation = transaction && findInCall(scope, { transaction, hash })
  if (!transaction || !userOperation) return undefined
  const { blockHash, blockNumber } = transaction
  return { userOperation, entryPoint: entryPoint08, transactionHash: event.transactionHash, blockHash, blockNumber }
}

async function findTransaction(scope: ChainScope, hash: Hex): Promise<Hex | undefined> {
  const { context, chainId } = scope
  const stored = await findOperation(context.database, { chainId, hash })
  if (stored?.transactionHash) return stored.transactionHash
  // Of an operation that waits here and was sent elsewhere too, the chain may know.
  if (stored?.state === 'received' || stored?.state === 'bundled') return undefined
  return (await findOperationEvent(scope, hash))?.transactionHash
}

/** What an operation's execution logged: between the event before it and its own. */
function logsOfOperation({ logs }: NodeReceipt, hash: Hex): OperationReceipt['logs'] {
  const isBoundary = ({ address, topics }: (typeof logs)[number]) =>
    isOfEntryPoint(address) && (topics[0] === operationTopic || topics[0] === executionTopic)
  const end = logs.findIndex((log) => isBoundary(log) && log.topics[1]?.toLowerCase() === hash.toLowerCase())
  const start = logs.findLastIndex((log, index) => index < end && isBoundary(log))
  return logs.slice(start + 1, end).map(({ address, data, topics }) => ({ address, data, topics }))
}

/** Only a call of the EntryPoint itself can be read; another contract's around it cannot. */
function findInCall(
  { number }: ChainScope,
  { transaction, hash }: { transaction: { to: Hex | null; input: Hex }; hash: Hex },
): RpcUserOperation | undefined {
  if (!transaction.to || !isOfEntryPoint(transaction.to)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data: transaction.input })
    if (functionName !== 'handleOps') return undefined
    const operations = args[0].map(unpack)
    // One of an account that took on code with it has another hash than these fields alone tell.
    const found = operations.find((operation) => hashOperation({ operation, chainId: number }) === hash.toLowerCase())
    return found && toRpcOperation(found)
  } catch {
    return undefined
  }
}

function unpack(packed: PackedUserOperation) {
  const high = (word: Hex) => hexToBigInt(sliceHex(word, 0, 16))
  const low = (word: Hex) => hexToBigInt(sliceHex(word, 16, 32))
  const { initCode, paymasterAndData } = packed
  const part = (bytes: Hex, from: number) => (bytes.length / 2 - 1 > from ? sliceHex(bytes, from) : ('0x' as const))
  return {
    sender: packed.sender,
    nonce: packed.nonce,
    callData: packed.callData,
    verificationGasLimit: high(packed.accountGasLimits),
    callGasLimit: low(packed.accountGasLimits),
    preVerificationGas: packed.preVerificationGas,
    maxPriorityFeePerGas: high(packed.gasFees),
    maxFeePerGas: low(packed.gasFees),
    signature: packed.signature,
    ...(initCode.length >= 42 ? { factory: sliceHex(initCode, 0, 20), factoryData: part(initCode, 20) } : {}),
    ...(paymasterAndData.length >= 106
      ? {
          paymaster: sliceHex(paymasterAndData, 0, 20),
          paymasterVerificationGasLimit: hexToBigInt(sliceHex(paymasterAndData, 20, 36)),
          paymasterPostOpGasLimit: hexToBigInt(sliceHex(paymasterAndData, 36, 52)),
          paymasterData: part(paymasterAndData, 52),
        }
      : {}),
  }
}
