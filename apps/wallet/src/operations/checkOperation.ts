import type { Description, Finding } from '@latchkey/clear-signing'
import { readSigningPayload, verifySigned } from '@latchkey/clear-signing'
import { type ChainId, formatUnits, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type AccountCall,
  createAccountCall,
  encodeCalls,
  entryPoint08,
  hashOperation,
  smartAccountAddress,
  smartAccountContracts,
  type UserOperation,
} from '@latchkey/smart-account'
import type { OperationAccount, PreparedOperation } from './Operations.ts'
import { type ReadOperation, readPrepared, wrong } from './readPrepared.ts'

/** Maximum total gas of an operation: a block holds only a few of them. */
const mostGas = 30_000_000n
/** Multiple of the network's price that no longer helps: first a warning, then a refusal. */
const dearTimes = 10n
const absurdTimes = 100n

export type CheckParameters = {
  /** The server's answer to `wallet_prepareCalls`; not trusted. */
  answer: unknown
  account: OperationAccount
  chainId: ChainId
  calls: readonly AccountCall[]
  /** The shown description, if clear signing made one. */
  description?: Description | undefined
  currency: { symbol: string; decimals: number }
  /** Sends a request to the network. */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/**
 * Compares a prepared operation with the request: calls to the byte, sender, nonce, factory or delegation, gas, price, chain, hash.
 * Only its result is signed.
 *
 * @throws LatchkeyError `response_invalid` if anything differs; `smart_account_unavailable` if the account runs other code already;
 * `request_refused`, `signature_invalid` if the description is of other calls
 */
export async function checkOperation(parameters: CheckParameters): Promise<PreparedOperation> {
  const { answer, account, chainId, calls, description, currency, ask } = parameters
  const read = readPrepared(answer)
  await checkCalls({ calls, description })
  const number = Number(parseChainId(chainId).reference)
  if (read.chainId !== BigInt(number)) throw wrong('chainId')
  checkAccount(account)
  const { operation } = read
  if (operation.sender !== account.address.toLowerCase()) throw wrong('sender')
  // The upper 24 bytes identify the validator: 0 is the owner.
  if (operation.nonce >> 64n !== 0n) throw wrong('nonce')
  if (operation.callData !== encodeCalls(calls).toLowerCase()) throw wrong('callData')
  const [code, price, balance, deposit] = await Promise.all([
    ask('eth_getCode', [account.address, 'latest']).catch(() => undefined),
    ask('eth_gasPrice', []).then(toNumber, () => undefined),
    ask('eth_getBalance', [account.address, 'latest']).then(toNumber, () => undefined),
    readDeposit({ account, ask }),
  ])
  const authorization = checkCode({ account, read, code, number })
  const { gas, cost } = checkPrice({ operation, price })
  if ((operation.paymaster === undefined) !== (read.sponsor === null)) throw wrong('sponsor')
  const own: UserOperation = authorization
    ? {
        ...operation,
        eip7702Auth: { address: smartAccountContracts.implementation, chainId: number, ...authorization, ...unsigned },
      }
    : operation
  const hash = hashOperation({ operation: own, chainId: number })
  if (hash !== read.hash) throw wrong('hash')
  const { maxFeePerGas } = operation
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const setsUp = operation.factory !== undefined
  return {
    ...{ account, chainId, calls, hash },
    cost: { sponsor: read.sponsor, gas, maxFeePerGas, cost, setsUp },
    findings: read.sponsor ? [] : judgeCost({ cost, value, maxFeePerGas, price, balance, deposit, currency }),
    checked: { operation: own, authorization },
  }
}

/** Checks that the calls are the shown ones. */
export async function checkCalls({
  calls,
  description,
}: {
  calls: readonly AccountCall[]
  description?: Description | undefined
}): Promise<void> {
  if (!description) return
  const payload = readSigningPayload({ description })
  if (payload.kind !== 'operation' || encodeCalls(payload.calls) !== encodeCalls(calls))
    throw new ServiceError('signature_invalid', { details: 'Differs from the request shown: calls' })
  await verifySigned({ description, signed: '0x' })
}

const unsigned = { r: '0x0', s: '0x0', yParity: 0 } as const

function checkAccount({ address, type, owner }: OperationAccount): void {
  const expected = type === 'eoa' ? owner : smartAccountAddress({ address: owner })
  if (expected.toLowerCase() !== address.toLowerCase()) throw wrong('account')
}

/** Checks the factory or the delegation: exactly ours, and never for an account that has code. */
function checkCode({
  account: { type, owner },
  read: { operation, authorization },
  code,
  number,
}: {
  account: OperationAccount
  read: ReadOperation
  code: unknown
  number: number
}): { nonce: number } | null {
  const { factory, factoryData } = operation
  const hasCode = typeof code === 'string' && code.length > 2
  if (type === 'smartAccount') {
    if (authorization) throw wrong('authorization')
    // After a pending operation that deploys the account, the next one has no factory.
    if (factory === undefined) {
      if (factoryData !== undefined) throw wrong('factory')
      return null
    }
    const expected = createAccountCall({ address: owner })
    if (hasCode || factory !== expected.factory.toLowerCase()) throw wrong('factory')
    if (factoryData !== expected.factoryData.toLowerCase()) throw wrong('factoryData')
    return null
  }
  if (hasCode && code.toLowerCase() !== `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}`)
    throw new ServiceError('smart_account_unavailable')
  if (factory === undefined) {
    if (authorization || factoryData !== undefined) throw wrong('factory')
    return null
  }
  if (hasCode || factory !== '0x7702' || (factoryData ?? '0x') !== '0x') throw wrong('factory')
  if (authorization?.address !== smartAccountContracts.implementation.toLowerCase()) throw wrong('delegate')
  // Zero would be valid on every network.
  if (authorization.chainId !== BigInt(number) || authorization.nonce > 0xffff_ffffn) throw wrong('authorization')
  return { nonce: Number(authorization.nonce) }
}

/** Checks gas and price against the limits of a block and the network's price. */
function checkPrice({ operation, price }: { operation: UserOperation; price: bigint | undefined }) {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const gas =
    callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  if (gas > mostGas) throw wrong('gas')
  if (maxPriorityFeePerGas > maxFeePerGas) throw wrong('price')
  if (price !== undefined && price > 0n && maxFeePerGas > price * absurdTimes) throw wrong('price')
  return { gas, cost: gas * maxFeePerGas }
}

/** Judges the cost as for a transaction: expensive, more than half of the balance, or more than the balance. */
function judgeCost({
  cost,
  value,
  maxFeePerGas,
  price,
  balance,
  deposit,
  currency: { symbol, decimals },
}: {
  cost: bigint
  value: bigint
  maxFeePerGas: bigint
  price: bigint | undefined
  balance: bigint | undefined
  deposit: bigint
  currency: { symbol: string; decimals: number }
}): readonly Finding[] {
  const text = (amount: bigint) => formatUnits(amount, decimals)
  if (balance !== undefined && balance + deposit < cost + value) {
    const values = { needed: text(cost + value), available: text(balance + deposit), symbol }
    return [{ level: 'warn', code: 'insufficientFunds', values }]
  }
  const isDear = price !== undefined && price > 0n && maxFeePerGas > price * dearTimes
  const isMost = balance !== undefined && cost * 2n > balance + deposit
  return isDear || isMost ? [{ level: 'warn', code: 'highFee', values: { cost: text(cost), symbol } }] : []
}

/** Returns the account's deposit for gas. Source: ERC-4337, `balanceOf`. */
async function readDeposit({ account, ask }: Pick<CheckParameters, 'account' | 'ask'>): Promise<bigint> {
  const data = `0x70a08231${account.address.slice(2).toLowerCase().padStart(64, '0')}`
  const answer = await ask('eth_call', [{ to: entryPoint08, data }, 'latest']).catch(() => undefined)
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
}

function toNumber(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}
