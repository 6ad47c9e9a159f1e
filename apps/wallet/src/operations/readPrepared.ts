import { ServiceError } from '@latchkey/protocol/errors'
import type { UserOperation } from '@latchkey/smart-account'

/** A prepared operation from the server: each value has a valid form, but nothing else is checked. */
export type ReadOperation = {
  chainId: bigint
  /** Without a signature. */
  operation: UserOperation
  hash: `0x${string}`
  authorization: { address: `0x${string}`; chainId: bigint; nonce: bigint } | null
  sponsor: { name: string } | null
}

/** Maximum characters of a sponsor's name. */
const nameLimit = 60

/**
 * Parses the answer of `wallet_prepareCalls` strictly.
 *
 * @throws LatchkeyError `response_invalid`
 */
export function readPrepared(answer: unknown): ReadOperation {
  const { preparedCalls, signatureRequest, capabilities } = record(answer)
  const { type, chainId, data } = record(preparedCalls)
  if (type !== 'user-operation-v08') throw wrong('type')
  const request = record(signatureRequest)
  const { sponsor } = record(capabilities)
  return {
    chainId: quantity(chainId, 'chainId'),
    operation: readOperation(record(data)),
    hash: bytes(request.hash, 'hash', 32),
    authorization: request.authorization === undefined ? null : readAuthorization(record(request.authorization)),
    sponsor: sponsor === null ? null : { name: readName(record(sponsor).name) },
  }
}

function readOperation(data: Record<string, unknown>): UserOperation {
  const { factory, factoryData, paymaster, paymasterData } = data
  const isPaidFor = paymaster !== undefined
  return {
    sender: bytes(data.sender, 'sender', 20),
    nonce: quantity(data.nonce, 'nonce'),
    ...(factory === undefined ? {} : { factory: factory === '0x7702' ? factory : bytes(factory, 'factory', 20) }),
    ...(factoryData === undefined ? {} : { factoryData: bytes(factoryData, 'factoryData') }),
    callData: bytes(data.callData, 'callData'),
    callGasLimit: quantity(data.callGasLimit, 'callGasLimit'),
    verificationGasLimit: quantity(data.verificationGasLimit, 'verificationGasLimit'),
    preVerificationGas: quantity(data.preVerificationGas, 'preVerificationGas'),
    maxFeePerGas: quantity(data.maxFeePerGas, 'maxFeePerGas'),
    maxPriorityFeePerGas: quantity(data.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
    ...(isPaidFor
      ? {
          paymaster: bytes(paymaster, 'paymaster', 20),
          paymasterVerificationGasLimit: quantity(data.paymasterVerificationGasLimit, 'paymasterVerificationGasLimit'),
          paymasterPostOpGasLimit: quantity(data.paymasterPostOpGasLimit, 'paymasterPostOpGasLimit'),
          paymasterData: paymasterData === undefined ? '0x' : bytes(paymasterData, 'paymasterData'),
        }
      : {}),
    signature: '0x',
  }
}

function readAuthorization({ address, chainId, nonce }: Record<string, unknown>) {
  return {
    address: bytes(address, 'authorization', 20),
    chainId: quantity(chainId, 'authorization'),
    nonce: quantity(nonce, 'authorization'),
  }
}

function readName(name: unknown): string {
  const text = typeof name === 'string' ? name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() : ''
  if (text === '') throw wrong('sponsor')
  return text.slice(0, nameLimit)
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('form')
  return value as Record<string, unknown>
}

function quantity(value: unknown, field: string): bigint {
  if (typeof value !== 'string' || !/^0x(0|[1-9a-f][0-9a-f]{0,63})$/i.test(value)) throw wrong(field)
  return BigInt(value)
}

function bytes(value: unknown, field: string, length?: number): `0x${string}` {
  const isRight =
    typeof value === 'string' &&
    /^0x([0-9a-f]{2})*$/i.test(value) &&
    (length === undefined || value.length === 2 + length * 2)
  if (!isRight) throw wrong(field)
  return value.toLowerCase() as `0x${string}`
}

/** Error for a prepared operation that differs from the request. The details are for tests and do not leave the worker. */
export function wrong(field: string): ServiceError {
  return new ServiceError('response_invalid', { details: `Differs from the request: ${field}` })
}
