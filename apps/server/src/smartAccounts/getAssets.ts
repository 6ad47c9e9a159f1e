import type { Assets } from '@latchkey/protocol'
import {
  type ChainId,
  type EvmAddress,
  isEvmAddress,
  nativeEvmAddress,
  parseAccountId,
  parseUnits,
  toAccountId,
} from '@latchkey/protocol'
import { type Balance, splitAccountReference } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { BalanceService } from '../accounts/createBalanceService.ts'

const hexChain = z.string().regex(/^0x[0-9a-f]{1,14}$/i)
const asset = z.object({ address: z.string().max(42), type: z.string().max(20) })
const filterSchema = z.object({
  // A plain address, or CAIP-10. The network of CAIP-10 is ignored; `chainFilter` selects networks.
  account: z
    .string()
    .transform((text) => splitAccountReference(text).address)
    .pipe(z.custom<EvmAddress>((value) => isEvmAddress(value))),
  chainFilter: z.array(hexChain).max(50).nullish(),
  assetTypeFilter: z.array(z.string().max(20)).max(10).nullish(),
  assetFilter: z.record(hexChain, z.array(asset).max(50)).nullish(),
})

type Asset = Assets[`0x${string}`][number]

/**
 * Answers `wallet_getAssets`: the balances of an account by network. Assets that the request names are read from the chain
 * immediately. Source: ERC-7811; types are accepted in both letter cases.
 *
 * @param options.served networks of this server; other requested networks are left out
 * @throws ServiceError `malformed_request`; `upstream_unavailable` if no network responded
 */
export async function getAssets({
  params,
  balances,
  served,
}: {
  params: readonly unknown[]
  balances: Pick<BalanceService, 'read'>
  served: readonly ChainId[]
}): Promise<Assets> {
  const parsed = filterSchema.safeParse(params[0])
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join('.') || 'params'
    throw new ServiceError('malformed_request', { field, message: `${field} is missing or malformed` })
  }
  const { account, chainFilter, assetTypeFilter, assetFilter } = parsed.data
  const types = assetTypeFilter ? new Set(assetTypeFilter.map((type) => type.toUpperCase())) : undefined
  const named = assetFilter
    ? new Map(Object.entries(assetFilter).map(([id, assets]) => [toChainId(id), assets]))
    : undefined
  const wanted = new Set((chainFilter ?? []).map(toChainId))
  const chains = served.filter(
    (chainId) =>
      chainId.startsWith('eip155:') && (!chainFilter || wanted.has(chainId)) && (!named || named.has(chainId)),
  )

  const answers = await Promise.allSettled(
    chains.map(async (chainId): Promise<[`0x${string}`, Asset[]]> => {
      const asked = named?.get(chainId)?.map(({ address, type }) => keyOf(address, type))
      const contracts = (asked ?? []).flatMap((key) =>
        isEvmAddress(key) ? [toAccountId({ chainId, address: key })] : [],
      )
      const { response } = await balances.read({
        address: account,
        chainId,
        ...(contracts.length > 0 ? { forceUpdate: contracts.join(',') } : {}),
      })
      const assets = response.balances
        .map(toAsset)
        .filter(({ type }) => !types || types.has(type))
        .filter(({ address }) => !asked || asked.includes(address.toLowerCase()))
      return [toHexChain(chainId), assets]
    }),
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  // A network that does not respond is left out, rather than shown as empty. If none responds, throw its error.
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
  return Object.fromEntries(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
}

function toAsset({ address, name, symbol, price, iconUrl, quantity }: Balance): Asset {
  const decimals = Number(quantity.decimals)
  const parsed = parseUnits(quantity.numeric, decimals)
  if (!parsed.ok) throw new Error(`The balance service wrote ${quantity.numeric}`)
  const metadata = { name, symbol, decimals, price, iconUrl }
  const balance = `0x${parsed.value.toString(16)}` as const
  if (address === undefined) return { address: 'native', balance, type: 'NATIVE', metadata }
  return { address: parseAccountId(address).address as EvmAddress, balance, type: 'ERC20', metadata }
}

/**
 * Returns the key of an asset: `native`, or the contract in lower case. The placeholder address of the native token counts as
 * `native`.
 */
function keyOf(address: string, type: string): string {
  const text = address.toLowerCase()
  return type.toUpperCase() === 'NATIVE' || text === nativeEvmAddress.toLowerCase() ? 'native' : text
}

function toChainId(hex: string): ChainId {
  return `eip155:${BigInt(hex)}`
}

function toHexChain(chainId: ChainId): `0x${string}` {
  return `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
}
