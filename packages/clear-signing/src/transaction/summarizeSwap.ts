import { formatUnits } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'
import { nameAddress } from '../address/nameAddress.ts'
import type { DescribedCall } from '../call/describeCall.ts'
import type { AssetName, DescriptionField, FieldValue, Finding } from '../Description.ts'
import { flattenFields } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'

type Amount = Extract<FieldValue, { kind: 'amount' }>
type Party = Extract<FieldValue, { kind: 'address' }>

/** One call inside of a router's multicall. */
type Step = {
  kind: StepKind
  paid: Amount | undefined
  minimum: Amount | undefined
  /** Undefined: the caller. */
  receiver: Party | undefined
}

type StepKind = 'exactInput' | 'exactOutput' | 'payment' | 'aside'

/** Total of one asset. Base units. */
type Sum = { asset: AssetName; amount: bigint }

/** Totals of the steps for the caller, besides the native tokens sent along. */
type Outcome = { paid: readonly Sum[]; minimums: readonly Sum[]; others: readonly Party[] }

/** Type of summary fields, which are sums and not arguments of a call. */
export const summaryType = 'summary'

/**
 * Calls whose combined meaning is known: swaps, payments of collected tokens, and calls that move nothing else. Source: Uniswap
 * swap-router-contracts 1.3.1.
 */
const kinds: Readonly<Record<string, StepKind>> = {
  'exactInput((bytes,address,uint256,uint256))': 'exactInput',
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': 'exactInput',
  'swapExactTokensForTokens(uint256,uint256,address[],address)': 'exactInput',
  'exactOutput((bytes,address,uint256,uint256))': 'exactOutput',
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': 'exactOutput',
  'swapTokensForExactTokens(uint256,uint256,address[],address)': 'exactOutput',
  'unwrapWETH9(uint256,address)': 'payment',
  'unwrapWETH9(uint256)': 'payment',
  'sweepToken(address,uint256,address)': 'payment',
  'sweepToken(address,uint256)': 'payment',
  'refundETH()': 'aside',
  'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)': 'aside',
  'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)': 'aside',
}

// Placeholders of swaps for the caller and the router itself. Payments support neither.
const caller = '0x0000000000000000000000000000000000000001'
const itself = '0x0000000000000000000000000000000000000002'
/** `WETH9()` of the router. */
const wrappedNativeCall = '0x4aa4a4fc'

/**
 * Summarizes a multicall of SwapRouter02: the total payment besides the native tokens sent along, the minimum that the chain enforces
 * for the account, and the receivers. Amounts that only pass through the router are no payments, and keep the labels of their calls.
 *
 * @param value base units of the native token that are sent along
 * @returns undefined for any other call, and if one of the inner calls is another
 */
export async function summarizeSwap({
  reading,
  to,
  value,
  call,
}: {
  reading: Reading
  to: `0x${string}`
  value: bigint
  call: DescribedCall
}): Promise<DescribedCall | undefined> {
  if (!call.signature?.startsWith('multicall(')) return undefined
  const carried = call.fields.find(({ name }) => name === 'data')?.children ?? []
  const steps = carried.map(readStep)
  if (!isSwap(steps)) return undefined
  const wrapped = await readWrapped({ reading, router: to })
  const { paid, minimums, others } = addUp({ reading, steps, value, wrapped })
  const own: Party = {
    kind: 'address',
    address: reading.account,
    name: nameAddress({ reading, address: reading.account }),
    notice: { kind: 'own' },
  }
  const isOwn = minimums.length > 0
  return {
    ...call,
    fields: [
      ...paid.map((sum) => toAmountField({ label: 'paid', sum })),
      ...minimums.map((sum) => toAmountField({ label: 'minimumReceived', sum })),
      ...(isOwn ? [toField({ label: 'receiver', value: own })] : []),
      ...others.map((other) => toField({ label: 'receiver', value: other })),
      ...call.fields.map((field) => withPassages({ field, reading, router: to })),
    ],
    findings: [...call.findings, ...judgeMinimums(minimums)],
  }
}

/** Warns of swaps that may return nothing at all. */
export function judgeMinimums(minimums: readonly Pick<Sum, 'asset' | 'amount'>[]): readonly Finding[] {
  return minimums
    .filter(({ amount }) => amount === 0n)
    .map(({ asset }) => ({ level: 'warn', code: 'noMinimum', values: { symbol: asset.symbol } }))
}

function readStep({ children: [inner] }: DescriptionField): Step | undefined {
  const kind = inner?.type === 'call' ? kinds[inner.name] : undefined
  if (!inner || !kind) return undefined
  const all = flattenFields(inner.children)
  const amount = (label: DescriptionField['label']) => {
    const value = all.find((field) => field.label === label)?.value
    return value?.kind === 'amount' ? value : undefined
  }
  const receiver = all.find(({ label }) => label === 'receiver')?.value
  return {
    kind,
    paid: amount('paid'),
    minimum: amount('minimumReceived'),
    receiver: receiver?.kind === 'address' ? receiver : undefined,
  }
}

function isSwap(steps: readonly (Step | undefined)[]): steps is readonly Step[] {
  if (!steps.every((step) => step !== undefined)) return false
  // An invalid path has no tokens, so it cannot be summarized.
  const isWhole = ({ kind, paid, minimum, receiver }: Step) =>
    kind === 'aside' ||
    (minimum !== undefined && (kind === 'payment' || (paid !== undefined && receiver !== undefined)))
  return steps.every(isWhole) && steps.some(({ kind }) => kind === 'exactInput' || kind === 'exactOutput')
}

/** Returns the router's wrapped native token, from its own getter; null if it has none. */
async function readWrapped({ reading, router }: { reading: Reading; router: `0x${string}` }): Promise<string | null> {
  const answer = await reading.chain.call({ to: router, data: wrappedNativeCall })
  return answer && /^0x0{24}(?!0{40})[0-9a-f]{40}$/.test(answer) ? `0x${answer.slice(26)}` : null
}

/** Adds up the payments, the router's collected tokens and its payouts. */
function addUp({
  reading,
  steps,
  value,
  wrapped,
}: {
  reading: Reading
  steps: readonly Step[]
  value: bigint
  wrapped: string | null
}): Outcome {
  const keyOf = ({ address }: AssetName) => address?.toLowerCase() ?? 'native'
  const isWrapped = (asset: AssetName) =>
    asset.address !== null &&
    (keyOf(asset) === wrapped ||
      (wrapped === null &&
        reading.index.functions({ selector: '0xd0e30db0', to: asset.address as `0x${string}` })[0]?.display.intent ===
          'wrap'))
  // Inside of the router, wrapped and native tokens are interchangeable.
  const keyInside = (asset: AssetName) => (asset.address === null || isWrapped(asset) ? 'native' : keyOf(asset))
  const paid = new Map<string, Sum>()
  const minimums = new Map<string, Sum>()
  const collected = new Map<string, Sum>()
  const others = new Map<string, Party>()
  const add = (sums: Map<string, Sum>, key: string, asset: AssetName, amount: bigint) =>
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + amount })
  const isCaller = ({ address }: Party) => address.toLowerCase() === reading.account.toLowerCase()
  let coins = value

  for (const { kind, paid: input, minimum, receiver } of steps) {
    if (!minimum) continue
    const { asset, amount } = minimum
    if (kind === 'payment') {
      const held = collected.get(keyInside(asset))
      collected.delete(keyInside(asset))
      if (receiver && !isCaller(receiver)) others.set(receiver.address, receiver)
      // Returning tokens that no swap collected needs no minimum: it is the rest of the payment.
      else if (held || amount > 0n)
        add(minimums, keyOf(asset), asset, held && held.amount > amount ? held.amount : amount)
      continue
    }
    if (!input || !receiver) continue
    if (kind === 'exactInput' && input.amount === 0n) collected.delete(keyInside(input.asset))
    else if (isWrapped(input.asset) && coins >= input.amount) coins -= input.amount
    else if (input.amount > 0n) add(paid, keyOf(input.asset), input.asset, input.amount)
    if (receiver.address === itself) add(collected, keyInside(asset), asset, amount)
    else if (receiver.address === caller || isCaller(receiver)) add(minimums, keyOf(asset), asset, amount)
    else others.set(receiver.address, receiver)
  }
  // Anyone can take tokens that stay in the router.
  for (const { asset } of collected.values()) add(minimums, keyOf(asset), asset, 0n)
  return { paid: [...paid.values()], minimums: [...minimums.values()], others: [...others.values()] }
}

function toAmountField({ label, sum: { asset, amount } }: { label: 'paid' | 'minimumReceived'; sum: Sum }) {
  const text = formatUnits(amount, asset.decimals ?? 0)
  return toField({ label, value: { kind: 'amount', amount, text, asset, isUnlimited: false } })
}

function toField({
  label,
  value,
}: {
  label: 'paid' | 'minimumReceived' | 'receiver'
  value: FieldValue
}): DescriptionField {
  return { name: label, label, type: summaryType, value, children: [] }
}

/** A field of the inner calls. The totals are shown above, so it must not claim a payment or a return. */
function withPassages({
  field,
  reading,
  router,
}: {
  field: DescriptionField
  reading: Reading
  router: `0x${string}`
}): DescriptionField {
  const { label, value, children } = field
  const inner = children.map((child) => withPassages({ field: child, reading, router }))
  if (value.kind === 'amount' && (label === 'paid' || label === 'minimumReceived')) {
    // 0 means the router's whole balance, or no minimum.
    const plain: FieldValue = value.amount === 0n ? { kind: 'text', text: '0' } : value
    return { ...field, label: null, value: plain, children: inner }
  }
  if (value.kind === 'address' && label === 'receiver' && value.notice === null) {
    const meant = value.address === itself ? router : value.address === caller ? reading.account : undefined
    const name = meant === undefined ? value.name : nameAddress({ reading, address: getAddress(meant) })
    return { ...field, label: null, value: { ...value, name } }
  }
  return { ...field, children: inner }
}
