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

/** Units of gas that one operation may ask for in all: no block takes more than a few of them. */
const mostGas = 30_000_000n
/** How many times the network's own price is no hurry any more: then a warning, then a refusal. */
const dearTimes = 10n
const absurdTimes = 100n

/** What {@link checkOperation} needs. */
export type CheckParameters = {
  /** What the server answered to `wallet_prepareCalls`; not trusted. */
  answer: unknown
  account: OperationAccount
  chainId: ChainId
  calls: readonly AccountCall[]
  /** What was shown, where clear signing described it. */
  description?: Description | undefined
  currency: { symbol: string; decimals: number }
  /** Asks the network. */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/**
 * Holds an operation that the server prepared against what was asked for: the calls to the byte, sender, number, who makes the account or
 * what code it takes on, gas, price, chain, hash. What is signed is what comes out of here.
 *
 * @throws LatchkeyError `response_invalid` when anything differs; `smart_account_unavailable` when the account runs other code already;
 * `request_refused`, `signature_invalid` when the description is of other calls
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
  // The upper 24 bytes name who validates: 0 is the owner.
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

/** The calls are those that were shown. */
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
    throw new ServiceError('signature_invalid', { details: 'Not what was shown: calls' })
  await verifySigned({ description, signed: '0x' })
}

const unsigned = { r: '0x0', s: '0x0', yParity: 0 } as const

function checkAccount({ address, type, owner }: OperationAccount): void {
  const expected = type === 'eoa' ? owner : smartAccountAddress({ address: owner })
  if (expected.toLowerCase() !== address.toLowerCase()) throw wrong('account')
}

/** What makes the account, or lets it run the code: exactly ours, and never where there is code already. */
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
    // Behind an operation that waits, and makes the account, the next one goes without.
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
  // Zero would be good on every network.
  if (authorization.chainId !== BigInt(number) || authorization.nonce > 0xffff_ffffn) throw wrong('authorization')
  return { nonce: Number(authorization.nonce) }
}

/** Gas and price within what a block and the network's own price allow. */
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

/** As for a transaction: dear, more than half of what there is, or more than there is. */
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

/** What the account has laid aside for gas. Source: ERC-4337, `balanceOf`. */
async function readDeposit({ account, ask }: Pick<CheckParameters, 'account' | 'ask'>): Promise<bigint> {
  const data = `0x70a08231${account.address.slice(2).toLowerCase().padStart(64, '0')}`
  const answer = await ask('eth_call', [{ to: entryPoint08, data }, 'latest']).catch(() => undefined)
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
}

function toNumber(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}
