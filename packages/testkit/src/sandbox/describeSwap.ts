import { decodeFunctionData, formatUnits, parseAbi } from 'viem/utils'
import type { ReadToken, RequestLine } from './describeRequest.ts'

// Source: Uniswap swap-router-contracts 1.3.1.
const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'struct ExactInputParams { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
/** The address that stands for the router itself in a router's swap. */
const itself = '0x0000000000000000000000000000000000000002'

type Step = { paid?: Sum; received?: Sum; receiver?: string }
/** Base units; without a token, the network's native coin. */
type Sum = { token: string | undefined; amount: bigint }

/** Describes the swaps in a router's multicall in words; undefined if the data is not one, or if it contains another call. */
export async function describeSwap({
  data,
  value,
  symbol,
  readToken,
}: {
  data: string
  /** Wei. */
  value: bigint
  /** The network's native coin. */
  symbol: string
  readToken: ReadToken
}): Promise<readonly RequestLine[] | undefined> {
  const steps = readSteps(data)
  if (!steps) return undefined
  const write = async ({ token, amount }: Sum) => {
    if (token === undefined) return `${formatUnits(amount, 18)} ${symbol}`
    const known = await readToken(token)
    return known ? `${formatUnits(amount, known.decimals)} ${known.symbol}` : `${amount} base units of ${token}`
  }
  const paid = value > 0n ? [{ token: undefined, amount: value }] : steps.flatMap((step) => step.paid ?? [])
  // Amounts that the router keeps do not have a receiver yet.
  const payouts = steps.filter(({ receiver }) => receiver !== undefined && receiver !== itself)
  return [
    ...(await Promise.all(addUp(paid).map(async (sum) => ({ label: 'Pays', value: await write(sum) })))),
    ...(await Promise.all(
      payouts
        .flatMap(({ received }) => received ?? [])
        .map(async (sum) => ({ label: 'Minimum received', value: await write(sum) })),
    )),
    ...[...new Set(payouts.flatMap(({ receiver }) => receiver ?? []))].map((receiver) => ({
      ...{ label: 'Receiver', value: receiver, long: true },
    })),
  ]
}

function readSteps(data: string): readonly Step[] | undefined {
  try {
    const outer = decodeFunctionData({ abi: routerAbi, data: data as `0x${string}` })
    return outer.functionName === 'multicall' ? outer.args[1].map(readStep) : undefined
  } catch {
    return undefined
  }
}

function readStep(data: `0x${string}`): Step {
  const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
  switch (functionName) {
    case 'exactInput': {
      const [{ path, recipient, amountIn, amountOutMinimum }] = args
      const ends = { first: path.slice(0, 42), last: `0x${path.slice(-40)}` }
      return {
        paid: { token: ends.first, amount: amountIn },
        received: { token: ends.last, amount: amountOutMinimum },
        receiver: recipient,
      }
    }
    case 'swapExactTokensForTokens': {
      const [amountIn, amountOutMin, path, receiver] = args
      return {
        paid: { token: path[0], amount: amountIn },
        received: { token: path.at(-1), amount: amountOutMin },
        receiver,
      }
    }
    case 'unwrapWETH9':
      return { received: { token: undefined, amount: args[0] }, receiver: args[1] }
    case 'sweepToken':
      return { received: { token: args[0], amount: args[1] }, receiver: args[2] }
    case 'selfPermit':
      return {}
    default:
      throw new Error(`A ${functionName} in a swap`)
  }
}

/** One sum for each token. An amount of 0 stands for the router's own balance. */
function addUp(sums: readonly Sum[]): readonly Sum[] {
  const totals = new Map<string, Sum>()
  for (const { token, amount } of sums) {
    const key = token?.toLowerCase() ?? ''
    if (amount > 0n) totals.set(key, { token, amount: amount + (totals.get(key)?.amount ?? 0n) })
  }
  return [...totals.values()]
}
