import { ServiceError } from '@latchkey/protocol/errors'
import { toAddressWord } from '../chains/eip155/abiWords.ts'
import { decodeUint256, encodeBalanceOf } from '../chains/eip155/erc20.ts'
import { readRevertReason } from '../chains/eip155/readRevertReason.ts'
import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import { readAside, type SwapLog } from './readAside.ts'
import type { SwapBytes } from './readSwapCall.ts'
import { isPriceReason } from './swapReasons.ts'

/** Amounts that move in a simulation, in base units. */
export type SwapSimulation = {
  spent: bigint
  received: bigint
  /** A side effect on the account that the preview does not show. */
  aside: string | undefined
  /** Gas units of each call before it, and of the swap. */
  gas: { before: readonly bigint[]; swap: bigint }
}

/** An unused address. In a simulation, its code returns the native balance of an account. */
const balanceReader = '0x00000000000000000000000000000000b41a4ce5'
// calldataload(0), balance, mstore(0), return(0, 32)
const balanceReaderCode = '0x60003531600052' + '60206000f3'

/**
 * Simulates a swap after its approvals (`eth_simulateV1`), and reads which amounts the account gives and receives.
 *
 * @returns undefined if the node cannot simulate. In that case, a swap without approvals was checked with `eth_call`.
 * @throws LatchkeyError `quote_outdated` if it would fail for its price, `simulation_failed` with the contract's reason
 */
export async function simulateSwap({
  gateway,
  account,
  before,
  call,
  spender,
  from,
  to,
}: {
  gateway: GatewayClient
  account: string
  before: readonly SwapBytes[]
  call: SwapBytes
  /** The spender of the source token. */
  spender: string | undefined
  /** Undefined for the native token. */
  from: `0x${string}` | undefined
  to: `0x${string}` | undefined
}): Promise<SwapSimulation | undefined> {
  const readOf = (token: `0x${string}` | undefined) => ({
    from: account,
    to: token ?? balanceReader,
    data: token ? encodeBalanceOf(account) : `0x${toAddressWord(account)}`,
  })
  const calls = [
    ...before.map((one) => toRpcCall({ account, call: one })),
    ...[readOf(from), readOf(to)],
    toRpcCall({ account, call }),
    ...[readOf(from), readOf(to)],
  ]
  let results: readonly SimulatedCall[]
  try {
    const stateOverrides = { [balanceReader]: { code: balanceReaderCode } }
    const blocks = await gateway.request('eth_simulateV1', [{ blockStateCalls: [{ stateOverrides, calls }] }, 'latest'])
    results = (blocks as { calls: SimulatedCall[] }[])[0]?.calls ?? []
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (before.length === 0) await callSwap({ gateway, account, call })
    return undefined
  }
  const [fromBefore, toBefore, swap, fromAfter, toAfter] = results.slice(before.length)
  if (!fromBefore || !toBefore || !swap || !fromAfter || !toAfter) return undefined
  for (const result of [...results.slice(0, before.length), swap]) if (result.status !== '0x1') throw toRefusal(result)
  const moved = (first: SimulatedCall, second: SimulatedCall) =>
    decodeUint256(second.returnData) - decodeUint256(first.returnData)
  return {
    spent: -moved(fromBefore, fromAfter),
    received: moved(toBefore, toAfter),
    aside: readAside({ logs: swap.logs ?? [], account, spender, from, to }),
    gas: {
      before: results.slice(0, before.length).map(({ gasUsed }) => readQuantity(gasUsed)),
      swap: readQuantity(swap.gasUsed),
    },
  }
}

type SimulatedCall = {
  status: string
  returnData: string
  gasUsed: string
  logs?: readonly SwapLog[] | undefined
  error?: { code?: number; message?: string; data?: unknown } | undefined
}

async function callSwap({ gateway, account, call }: { gateway: GatewayClient; account: string; call: SwapBytes }) {
  try {
    await gateway.request('eth_call', [toRpcCall({ account, call }), 'latest'])
  } catch (error) {
    throw error instanceof RpcError ? toSwapRefusal(readRevertReason(error)) : error
  }
}

function toRefusal({ error, returnData }: SimulatedCall) {
  const data = typeof error?.data === 'string' ? error.data : returnData
  return toSwapRefusal(
    readRevertReason(new RpcError({ code: error?.code ?? 3, message: error?.message ?? 'execution reverted', data })),
  )
}

function toSwapRefusal(details: string) {
  return new ServiceError(isPriceReason(details) ? 'quote_outdated' : 'simulation_failed', { details })
}

function toRpcCall({ account, call: { to, value, data } }: { account: string; call: SwapBytes }) {
  return { from: account, to, data, value: `0x${value.toString(16)}` }
}
