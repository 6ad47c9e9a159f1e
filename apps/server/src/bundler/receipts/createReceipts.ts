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

/** Reads the chain's result of an operation from its events. */
export async function readOperationReceipt(scope: ChainScope, hash: Hex): Promise<OperationReceipt | undefined> {
  const transactionHash = await findTransaction(scope, hash)
  if (!transactionHash) return undefined
  const [receipt] = await scope.node.receipts([transactionHash])
  const event = receipt && readOperationEvents(receipt).find((one) => one.hash.toLowerCase() === hash.toLowerCase())
  // The block may have been replaced since.
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

/** Reads an operation of any bundler. */
export async function readOperationByHash(scope: ChainScope, hash: Hex): Promise<FoundOperation> {
  const { context, chainId, node } = scope
  const stored = await findOperation(context.database, { chainId, hash })
  if (stored && stored.state !== 'dropped') {
    const transactionHash = stored.transactionHash
    const [receipt] = transactionHash ? await node.receipts([transactionHash]) : []
    return {
      // Before it is included, hide its signature. Otherwise, anyone could submit the operation, even after its owner replaced
      // it here.
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
  // A waiting operation may also have been sent to another bundler. Then only the chain knows it.
  if (stored?.state === 'received' || stored?.state === 'bundled') return undefined
  return (await findOperationEvent(scope, hash))?.transactionHash
}

/** Returns the logs of an operation's execution: those between the previous event and its own. */
function logsOfOperation({ logs }: NodeReceipt, hash: Hex): OperationReceipt['logs'] {
  const isBoundary = ({ address, topics }: (typeof logs)[number]) =>
    isOfEntryPoint(address) && (topics[0] === operationTopic || topics[0] === executionTopic)
  const end = logs.findIndex((log) => isBoundary(log) && log.topics[1]?.toLowerCase() === hash.toLowerCase())
  const start = logs.findLastIndex((log, index) => index < end && isBoundary(log))
  return logs.slice(start + 1, end).map(({ address, data, topics }) => ({ address, data, topics }))
}

/** Decodes only a direct call of the EntryPoint, not one inside another contract's call. */
function findInCall(
  { number }: ChainScope,
  { transaction, hash }: { transaction: { to: Hex | null; input: Hex }; hash: Hex },
): RpcUserOperation | undefined {
  if (!transaction.to || !isOfEntryPoint(transaction.to)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data: transaction.input })
    if (functionName !== 'handleOps') return undefined
    const operations = args[0].map(unpack)
    // An operation that delegates its account has another hash, because these fields lack the authorization.
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
