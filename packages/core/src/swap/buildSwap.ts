import { type AccountId, type LatchkeyError, minimumAfter, parseAccountId, toMillionths } from '@latchkey/protocol'
import { buildSwapTransaction, type Quote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../account/readSubject.ts'
import { readGas, readGasPrice } from '../chains/eip155/readCosts.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import type { TransactionCall } from '../transactions/TransactionsFeature.ts'
import type { CheckedSwap } from './checkSwapForm.ts'
import { readSwapCall, type SwapBytes, type SwapIntent } from './readSwapCall.ts'
import { type SwapSimulation, simulateSwap } from './simulateSwap.ts'

/** Clients and account of a swap. */
export type SwapWork = {
  client: ApiClient
  gateway: GatewayClient
  subject: Subject
  /** Unix milliseconds of the device. */
  now: () => number
}

/** A signed permit in the server's format. Base units and Unix seconds, as text. */
export type SignedPermit = { value: string; deadline: string; signature: `0x${string}` }

/** A swap that was built, read back and, if the node supports it, simulated. */
export type BuiltSwap = {
  call: TransactionCall
  quote: Quote
  /** Minimum received, in base units. The contract enforces it. */
  minimum: bigint
  /** Unix seconds. */
  deadline: number
  spender: AccountId | undefined
  /** Gas units of the calls before it, from the simulation if there was one. */
  gasBefore: readonly bigint[] | undefined
  /** Checks the final bytes again. @throws LatchkeyError `swap_mismatch` */
  check: () => void
}

/** Largest deadline that a server may set, in seconds: one hour, plus the clock differences of nodes. */
const longestDeadline = 3_660
/** Source: SwapRouter02, `WETH9()`. */
const wrappedNativeCall = '0x4aa4a4fc'

/**
 * Lets the server build a swap, reads it back and simulates it. No part of the server's answer is trusted.
 *
 * @throws LatchkeyError refusals of the server (`quote_outdated`, `insufficient_liquidity`, …), `swap_mismatch`, `simulation_failed`, and
 *   the errors of the gateway client
 */
export async function buildSwap({
  work: { client, gateway, subject, now: deviceNow },
  checked,
  quote,
  promised,
  permit,
  before,
}: {
  work: SwapWork
  checked: CheckedSwap
  quote: Quote
  /** Minimum received that the preview promised, in base units; undefined before the first preview. */
  promised: bigint | undefined
  permit?: SignedPermit | undefined
  /** Approvals that have to come first. */
  before: readonly SwapBytes[]
}): Promise<BuiltSwap> {
  const { from, to, amount, slippage } = checked
  const { data } = await client.request(buildSwapTransaction, {
    body: {
      amount: amount.toString(),
      from: from.token.address,
      to: to.token.address,
      userAddress: subject.accountId,
      eip155: { slippage, ...(permit ? { permit } : {}) },
      disableEstimate: before.length > 0,
      quoteId: quote.id,
      ...(promised === undefined ? {} : { minimumAmount: promised.toString() }),
    },
    isRead: true,
  })
  const { tx, quote: built } = data
  const target = parseAccountId(tx.to)
  const payer = parseAccountId(tx.from)
  const bytes: SwapBytes = { to: target.address, value: BigInt(tx.value), data: tx.data as `0x${string}` }
  const minimum = BigInt(data.minimumAmount)
  const sameChain = target.chainId === subject.network.caipNetworkId && payer.chainId === target.chainId
  if (!sameChain || payer.address.toLowerCase() !== subject.address.toLowerCase()) throw mismatch('Another account')
  const sameTokens = isSame(built.fromAccount, from.token.address) && isSame(built.toAccount, to.token.address)
  if (BigInt(built.fromAmount) !== amount || !sameTokens) throw mismatch('Another swap')
  // The provider decides how strict the checks are.
  if (built.provider !== quote.provider) throw mismatch('It was built by another source than the quote')
  const own = built.provider === 'latchkey'
  // The minimum may differ from the quote only by the slippage. An aggregator may round the last digits differently.
  const least = minimumAfter({ amount: BigInt(built.toAmount), slippage: toMillionths(slippage) })
  if (minimum === 0n) throw mismatch('It may give nothing')
  if (minimum + (own ? 0n : minimum / 100_000n + 1n) < least) throw mismatch('It accepts less than the slippage allows')
  if (promised !== undefined && minimum < promised) throw new ServiceError('quote_outdated')

  const [block, gasPrice, wrappedNative] = await Promise.all([
    gateway.request('eth_getBlockByNumber', ['latest', false]),
    readGasPrice(gateway),
    // A call that only wraps goes to a contract without this method.
    gateway.request('eth_call', [{ to: bytes.to, data: wrappedNativeCall }, 'latest']).catch(() => undefined),
  ])
  const now = Number(readQuantity((block as { timestamp?: unknown } | null)?.timestamp))
  const intent: SwapIntent = {
    ...{ from: from.address, to: to.address, amount, account: subject.address, now },
    minimum: promised !== undefined && promised > minimum ? promised : minimum,
    spender: built.spender === null ? undefined : parseAccountId(built.spender).address,
    wrappedNative: /^0x0{24}[0-9a-f]{40}$/.test(String(wrappedNative))
      ? `0x${String(wrappedNative).slice(26)}`
      : undefined,
    // The device's clock covers networks without recent blocks.
    latestDeadline: Math.max(now, Math.floor(deviceNow() / 1000)) + longestDeadline,
    permit: permit && { ...permit, value: BigInt(permit.value), deadline: BigInt(permit.deadline) },
  }
  const looked = `${bytes.to} ${bytes.value} ${bytes.data}`
  const check = () => {
    if (`${call.to} ${call.value} ${call.data}` !== looked) throw mismatch('The bytes changed')
    if (own) {
      const said = readSwapCall({ call, intent })
      const { swapRouter } = subject.network
      if (said.form === 'router' && swapRouter && !isSame(call.to, swapRouter))
        throw mismatch('It calls another router')
      return said
    }
    if (call.value !== (intent.from ? 0n : amount)) throw mismatch('It sends another value along')
    // The token's contract obeys the account, so a call to it could move the whole balance.
    if ([from, to].some(({ address }) => address && isSame(address, call.to))) throw mismatch('It calls a token')
    return undefined
  }
  const call: TransactionCall = { ...bytes, to: bytes.to as `0x${string}`, gas: 0n, gasPrice }
  const read = check()
  const sides = { from: from.address, to: to.address }
  const spender = intent.spender
  const simulation = await simulateSwap({ gateway, account: subject.address, before, call: bytes, spender, ...sides })
  if (simulation) checkMoves({ simulation, amount, minimum: intent.minimum })
  else if (!own) throw mismatch('Its effect could not be read')
  call.gas = await allowGas({ gateway, account: subject.address, bytes, before, simulation, quote: built })
  return {
    ...{ call, quote: built, check },
    minimum: read?.minimum ?? intent.minimum,
    deadline: read?.deadline ?? data.deadline,
    spender: built.spender ?? undefined,
    gasBefore: simulation?.gas.before,
  }
}

/** Compares the simulation with the quote. */
function checkMoves({
  simulation: { spent, received, aside },
  amount,
  minimum,
}: {
  simulation: SwapSimulation
  amount: bigint
  minimum: bigint
}): void {
  if (spent > amount) throw mismatch('It takes more than the amount')
  if (received < minimum) throw mismatch('It gives less than the minimum')
  if (aside) throw mismatch(aside)
}

/** Returns the gas limit. A simulation reports gas after refunds, which are at most a fifth (EIP-3529). */
async function allowGas({
  gateway,
  account,
  bytes,
  before,
  simulation,
  quote,
}: {
  gateway: GatewayClient
  account: string
  bytes: SwapBytes
  before: readonly SwapBytes[]
  simulation: SwapSimulation | undefined
  quote: Quote
}): Promise<bigint> {
  if (before.length > 0) return ((simulation?.gas.swap ?? BigInt(quote.gas)) * 3n) / 2n
  try {
    return await readGas({ gateway, call: { from: account, ...bytes } })
  } catch (cause) {
    if (cause instanceof RpcError) throw new ServiceError('estimate_gas_failed', { cause, details: cause.message })
    throw cause
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function mismatch(details: string): LatchkeyError {
  return new ServiceError('swap_mismatch', { details })
}
