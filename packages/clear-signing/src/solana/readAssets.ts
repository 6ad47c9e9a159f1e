import { formatUnits, shortenAddress } from '@latchkey/protocol'
import type { Mint } from '@latchkey/solana'
import type { SigningNetwork, VouchedToken } from '../DescribeParameters.ts'
import type { AssetName, DescriptionField, FieldLabel } from '../Description.ts'
import { cleanName } from '../text/cleanName.ts'
import { toSkeleton } from '../text/toSkeleton.ts'
import type { ClusterAccount } from './Cluster.ts'
import { mintOf } from './readHolding.ts'

/** A token with its mint. `imitates`: the symbol of a native or vouched token that it claims. */
export type SolanaAsset = {
  name: AssetName
  mint: Mint | null
  imitates: string | null
  /** The operator vouches for it. */
  isListed: boolean
  /** US dollars for one whole unit, if the operator provides it. */
  usd: string | undefined
}

/** The native token. */
export function nativeOf({ nativeCurrency: { symbol, name, decimals } }: SigningNetwork): AssetName {
  return { address: null, symbol, name, decimals, kind: 'native' }
}

/** Names tokens: from the operator, else from the mint, cleaned. Decimals come from the chain. */
export function readAssets({
  mints,
  accounts,
  network,
  tokens,
}: {
  mints: readonly string[]
  accounts: ReadonlyMap<string, ClusterAccount | null> | undefined
  network: SigningNetwork
  tokens: readonly VouchedToken[]
}): ReadonlyMap<string, SolanaAsset> {
  const vouched = new Map(tokens.map((token) => [token.address, token]))
  const symbols = [network.nativeCurrency.symbol, ...tokens.flatMap(({ symbol }) => symbol ?? [])]
  return new Map(
    mints.map((address) => {
      const mint = mintOf(accounts?.get(address)) ?? null
      const token = vouched.get(address)
      const said = mint?.extensions.metadata
      const short = shortenAddress(address)
      const symbol = token?.symbol || (said && cleanName({ text: said.symbol, limit: 20 })) || short
      const name = token?.name || (said && cleanName({ text: said.name, limit: 40 })) || symbol
      const isSingle = mint !== null && mint.decimals === 0 && mint.supply === 1n
      const asset: AssetName = {
        ...{ address, symbol, name, decimals: mint?.decimals ?? null, kind: isSingle ? 'splNft' : 'spl' },
      }
      const skeletons = said ? [said.symbol, said.name].map(toSkeleton) : []
      const imitates = token ? undefined : symbols.find((known) => skeletons.includes(toSkeleton(known)))
      const known = { isListed: token !== undefined, usd: token?.usd ?? undefined }
      return [address, { name: asset, mint, imitates: imitates ?? null, ...known }]
    }),
  )
}

/** Formats an amount as exact decimal text; in base units if the decimals are not known. */
export function textOf(amount: bigint, { decimals }: Pick<AssetName, 'decimals'>): string {
  return formatUnits(amount, decimals ?? 0)
}

/** Creates a field with an amount. */
export function amountField({
  name,
  label,
  amount,
  asset,
  isUnlimited = false,
}: {
  name: string
  label: FieldLabel | null
  amount: bigint
  asset: AssetName
  isUnlimited?: boolean
}): DescriptionField {
  return {
    ...{ name, label, type: 'u64', children: [] },
    value: { kind: 'amount', amount, text: textOf(amount, asset), asset, isUnlimited },
  }
}
