import type { AssetName } from '../Description.ts'

/** An outgoing or incoming amount of an asset. */
export type Moved = {
  asset: Pick<AssetName, 'address' | 'decimals' | 'kind'>
  /** Base units. */
  amount: bigint
}

/** Knowledge about assets that does not come from the assets. */
export type AssetKnowledge = {
  /** Whether the operator or a descriptor vouches for the token. Anyone can create other tokens. */
  isListed: (address: string) => boolean
  /** US dollars for one whole unit, decimal text; undefined: not known. Null: the native token. */
  usdOf: (address: string | null) => string | undefined
}

/** Less than a millionth of a whole unit, or than this many base units, is worthless dust. */
const leastShare = 1_000_000n
const leastUnits = 1_000n
/** If all prices are known, this share of the outgoing value must come back: one part of so many. */
const leastReturn = 2n
const scale = 10n ** 18n

/**
 * Returns whether the incoming assets are a plausible return for the outgoing ones. Native and listed tokens count above a dust
 * amount. A token that anyone could have created never counts. If all prices are known, at least half of the value must come back.
 */
export function coversLoss({
  given,
  received,
  known,
}: {
  given: readonly Moved[]
  received: readonly Moved[]
  known: AssetKnowledge
}): boolean {
  // Dust may be exchanged for dust: wrapping a few units returns as few.
  const isDust = given.every((one) => !isPiece(one) && one.amount <= dustOf(one))
  const counting = received.filter((one) => counts(one, known) && (isDust || isPiece(one) || one.amount > dustOf(one)))
  if (counting.length === 0) return false
  if (isMuchLess(given, counting)) return false
  const [paid, got] = [worthOf(given, known), worthOf(counting, known)]
  return paid === undefined || got === undefined || got * leastReturn >= paid
}

function counts({ asset: { address }, amount }: Moved, known: AssetKnowledge): boolean {
  return amount > 0n && (address === null || known.isListed(address))
}

function dustOf({ asset: { decimals } }: Moved): bigint {
  const share = 10n ** BigInt(decimals ?? 0) / leastShare
  return share > leastUnits ? share : leastUnits
}

function isPiece({ asset: { kind } }: Moved): boolean {
  return kind === 'erc721' || kind === 'erc1155' || kind === 'splNft'
}

/** The same asset on both sides needs no price: checks whether much less of it comes back. */
function isMuchLess(given: readonly Moved[], received: readonly Moved[]): boolean {
  const [paid, got] = [onlyAsset(given), onlyAsset(received)]
  return paid !== undefined && got !== undefined && paid.key === got.key && got.amount * leastReturn < paid.amount
}

function onlyAsset(moved: readonly Moved[]): { key: string | null; amount: bigint } | undefined {
  const keys = new Set(moved.map(({ asset: { address } }) => address?.toLowerCase() ?? null))
  const [key] = keys
  if (key === undefined || keys.size > 1 || moved.some(isPiece)) return undefined
  return { key, amount: moved.reduce((sum, { amount }) => sum + amount, 0n) }
}

/** US dollars, scaled by 10^18; undefined: the price or the decimals of an asset are not known. */
function worthOf(moved: readonly Moved[], known: AssetKnowledge): bigint | undefined {
  let sum = 0n
  for (const { asset, amount } of moved) {
    const usd = known.usdOf(asset.address)
    const price = usd === undefined ? undefined : readPrice(usd)
    if (price === undefined || asset.decimals === null) return undefined
    sum += (amount * price) / 10n ** BigInt(asset.decimals)
  }
  return sum
}

function readPrice(usd: string): bigint | undefined {
  const match = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(usd)
  return match ? BigInt(match[1] ?? '0') * scale + BigInt((match[2] ?? '').padEnd(18, '0')) : undefined
}
