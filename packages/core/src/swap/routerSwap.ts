import { readWords, toAddressWord, toBytesWords, toWord } from '../chains/eip155/abiWords.ts'

/** One call of the router, in the forms that our swaps use. Addresses in lower case, base units. */
export type RouterCall =
  /** `exactInput`: Uniswap v3 pools in a row. `fees` are those between the tokens. */
  | {
      type: 'v3'
      tokens: readonly `0x${string}`[]
      fees: readonly number[]
      receiver: `0x${string}`
      amountIn: bigint
      minimum: bigint
    }
  /** `swapExactTokensForTokens`: v2 pools in a row. */
  | { type: 'v2'; tokens: readonly `0x${string}`[]; receiver: `0x${string}`; amountIn: bigint; minimum: bigint }
  /** `sweepToken`: pays out the router's balance of a token. */
  | { type: 'sweep'; token: `0x${string}`; minimum: bigint; receiver: `0x${string}` }
  /** `unwrapWETH9`: pays out the router's balance as the native token. */
  | { type: 'unwrap'; minimum: bigint; receiver: `0x${string}` }
  /** `selfPermitIfNecessary`: passes a signed permit (ERC-2612) to the token, unless the allowance is already sufficient. */
  | {
      type: 'permit'
      token: `0x${string}`
      value: bigint
      deadline: bigint
      v: number
      r: string
      s: string
    }

/** `multicall(deadline, calls)` of the router. */
export type RouterSwap = { deadline: bigint; calls: readonly RouterCall[] }

// Selectors of SwapRouter02. Source: Uniswap swap-router-contracts; the tests compare them with viem's.
const selectors = {
  multicall: '5ae401dc',
  v3: 'b858183f',
  v2: '472b43f3',
  sweep: 'df2ab5bb',
  unwrap: '49404b7c',
  permit: 'c2e3140a',
} as const

/** Encodes a swap for the router. */
export function encodeRouterSwap({ deadline, calls }: RouterSwap): `0x${string}` {
  const encoded = calls.map((call) => toBytesWords(encodeRouterCall(call)))
  let place = 32 * calls.length
  const places = encoded.map((words) => {
    const word = toWord(place)
    place += words.length / 2
    return word
  })
  return `0x${selectors.multicall}${toWord(deadline)}${toWord(64)}${toWord(calls.length)}${places.join('')}${encoded.join('')}`
}

/**
 * Decodes the calldata of a swap. Returns undefined for unknown call forms and for any encoding that differs from the canonical one, even
 * by one byte.
 */
export function decodeRouterSwap(data: string): RouterSwap | undefined {
  const match = new RegExp(`^0x${selectors.multicall}((?:[0-9a-f]{64})*)$`).exec(data.toLowerCase())
  if (!match) return undefined
  const words = readWords(match[1] ?? '')
  const deadline = words.number(0)
  const count = words.place(64)
  if (deadline === undefined || count === undefined) return undefined
  const calls: RouterCall[] = []
  for (let index = 0; index < count; index++) {
    const place = words.place(96 + 32 * index)
    const length = place === undefined ? undefined : words.place(96 + place)
    const bytes = place === undefined || length === undefined ? undefined : words.slice(128 + place, length)
    const call = bytes === undefined ? undefined : decodeRouterCall(bytes)
    if (!call) return undefined
    calls.push(call)
  }
  const swap = { deadline, calls }
  // The comparison with the canonical encoding detects overlaps, gaps and dirty padding.
  return encodeRouterSwap(swap) === data.toLowerCase() ? swap : undefined
}

function encodeRouterCall(call: RouterCall): string {
  switch (call.type) {
    case 'v3': {
      const path = call.tokens.map(
        (token, index) =>
          (index === 0 ? '' : (call.fees[index - 1] ?? 0).toString(16).padStart(6, '0')) + token.slice(2).toLowerCase(),
      )
      const head = toWord(128) + toAddressWord(call.receiver) + toWord(call.amountIn) + toWord(call.minimum)
      return selectors.v3 + toWord(32) + head + toBytesWords(path.join(''))
    }
    case 'v2': {
      const head = toWord(call.amountIn) + toWord(call.minimum) + toWord(128) + toAddressWord(call.receiver)
      return selectors.v2 + head + toWord(call.tokens.length) + call.tokens.map(toAddressWord).join('')
    }
    case 'sweep':
      return selectors.sweep + toAddressWord(call.token) + toWord(call.minimum) + toAddressWord(call.receiver)
    case 'unwrap':
      return selectors.unwrap + toWord(call.minimum) + toAddressWord(call.receiver)
    case 'permit': {
      const signature = toWord(call.v) + call.r + call.s
      return selectors.permit + toAddressWord(call.token) + toWord(call.value) + toWord(call.deadline) + signature
    }
  }
}

function decodeRouterCall(bytes: string): RouterCall | undefined {
  const words = readWords(bytes.slice(8))
  const call = [decodeV3, decodeV2, decodeSweep, decodeUnwrap, decodePermit][
    Object.values(selectors).indexOf(bytes.slice(0, 8) as (typeof selectors)['v3']) - 1
  ]?.(words)
  // A missing or invalid word is undefined.
  return call && Object.values(call).every((value) => value !== undefined) ? (call as RouterCall) : undefined
}

type Loose<Call> = Call extends unknown ? { [Key in keyof Call]: Call[Key] | undefined } : never

function decodeV3({ address, number, place, slice }: ReturnType<typeof readWords>): Loose<RouterCall> {
  const length = place(160)
  const path = length === undefined ? undefined : slice(192, length)
  const isPath = path !== undefined && path.length >= 86 && (path.length - 40) % 46 === 0
  const hops = isPath ? (path.length - 40) / 46 : 0
  const tokens = Array.from(
    { length: hops + 1 },
    (_, hop): `0x${string}` => `0x${path?.slice(hop * 46, hop * 46 + 40)}`,
  )
  const fees = Array.from({ length: hops }, (_, hop) =>
    Number.parseInt(path?.slice(hop * 46 + 40, hop * 46 + 46) ?? '', 16),
  )
  return {
    ...{ type: 'v3', tokens: isPath ? tokens : undefined, fees },
    ...{ receiver: address(64), amountIn: number(96), minimum: number(128) },
  }
}

function decodeV2({ address, number, place }: ReturnType<typeof readWords>): Loose<RouterCall> {
  const count = place(128) ?? 0
  const tokens = Array.from({ length: count }, (_, index) => address(160 + 32 * index))
  const all = count >= 2 && tokens.every((token) => token !== undefined)
  return {
    ...{ type: 'v2', amountIn: number(0), minimum: number(32), receiver: address(96) },
    tokens: all ? (tokens as `0x${string}`[]) : undefined,
  }
}

function decodeSweep({ address, number }: ReturnType<typeof readWords>): Loose<RouterCall> {
  return { type: 'sweep', token: address(0), minimum: number(32), receiver: address(64) }
}

function decodeUnwrap({ address, number }: ReturnType<typeof readWords>): Loose<RouterCall> {
  return { type: 'unwrap', minimum: number(0), receiver: address(32) }
}

function decodePermit({ address, number, slice }: ReturnType<typeof readWords>): Loose<RouterCall> {
  const v = number(96)
  return {
    ...{ type: 'permit', token: address(0), value: number(32), deadline: number(64) },
    ...{ v: v === 27n || v === 28n ? Number(v) : undefined, r: slice(128, 32), s: slice(160, 32) },
  }
}
