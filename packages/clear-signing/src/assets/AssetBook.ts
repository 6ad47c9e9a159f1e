import { shortenAddress } from '@latchkey/protocol'
import { decodeAbiParameters, getAddress, hexToBytes } from 'viem/utils'
import type { Chain } from '../chain/Chain.ts'
import type { SigningNetwork, VouchedToken } from '../DescribeParameters.ts'
import type { AssetName } from '../Description.ts'
import { cleanName } from '../text/cleanName.ts'
import { toSkeleton } from '../text/toSkeleton.ts'

/** A token, and which symbol it imitates. */
export type Asset = {
  name: AssetName
  /** The symbol of a native or vouched token that it claims; null: none. */
  imitates: string | null
  /** It answers like a token, or the operator vouches for it. */
  isToken: boolean
}

/** Names of tokens: from the operator, else from the contract, cleaned. Each is read once. */
export type AssetBook = {
  native: AssetName
  read: (address: `0x${string}`) => Promise<Asset>
  /** The vouched token, if the operator vouches for it. */
  vouched: (address: string) => VouchedToken | undefined
  /** US dollars for one whole unit of a token; null: the native token. Undefined if unknown. */
  usdOf: (address: string | null) => string | undefined
  /** Undefined if the token does not answer. */
  totalSupply: (address: `0x${string}`) => Promise<bigint | undefined>
  /** All tokens read so far that claim another's name. */
  imitations: () => Promise<readonly (Asset & { imitates: string })[]>
}

// Source: ERC-20, ERC-165 with the interface IDs of ERC-721 and ERC-1155.
const symbolCall = '0x95d89b41'
const nameCall = '0x06fdde03'
const decimalsCall = '0x313ce567'
const totalSupplyCall = '0x18160ddd'
const supportsInterface = (id: string) => `0x01ffc9a7${id.padEnd(64, '0')}` as const

/** Creates the asset book of one description. */
export function createAssetBook({
  chain,
  network,
  tokens,
}: {
  chain: Chain
  network: SigningNetwork
  tokens: readonly VouchedToken[]
}): AssetBook {
  const { name, symbol, decimals } = network.nativeCurrency
  const native: AssetName = { address: null, symbol, name, decimals, kind: 'native' }
  const vouched = new Map(tokens.map((token) => [token.address.toLowerCase(), token]))
  const read = new Map<string, Promise<Asset>>()

  const imitated = (said: AssetName) => {
    const skeletons = [said.symbol, said.name].map(toSkeleton)
    const known = [native, ...tokens].flatMap(({ symbol }) => (symbol ? [symbol] : []))
    return known.find((symbol) => skeletons.includes(toSkeleton(symbol))) ?? null
  }

  const readToken = async (key: string): Promise<Asset> => {
    const token = vouched.get(key)
    const address = getAddress(key)
    if (token?.symbol && token.name && typeof token.decimals === 'number' && token.kind) {
      const { symbol, name, decimals, kind } = token
      return { name: { address, symbol, name, decimals, kind }, imitates: null, isToken: true }
    }
    const short = shortenAddress(address)
    // Most receivers are no contracts: this avoids six calls that only a contract can answer.
    if ((await chain.code(address)) === '0x') {
      const name: AssetName = { address, symbol: short, name: short, decimals: null, kind: 'erc20' }
      return { name: { ...name, ...givenBy(token) }, imitates: null, isToken: token !== undefined }
    }
    const ask = (data: `0x${string}`) => chain.call({ to: address, data })
    const [saidSymbol, saidName, saidDecimals, supply, is721, is1155] = await Promise.all([
      ask(symbolCall).then(readText),
      ask(nameCall).then(readText),
      ask(decimalsCall).then(readNumber),
      ask(totalSupplyCall).then(readNumber),
      ask(supportsInterface('80ac58cd')).then(readNumber),
      ask(supportsInterface('d9b67a26')).then(readNumber),
    ])
    const kind = token?.kind ?? (is721 === 1n ? 'erc721' : is1155 === 1n ? 'erc1155' : 'erc20')
    const known: AssetName = {
      address,
      symbol: (saidSymbol && cleanName({ text: saidSymbol, limit: 20 })) || short,
      name: (saidName && cleanName({ text: saidName, limit: 40 })) || short,
      decimals: kind === 'erc20' ? readDecimals(saidDecimals) : 0,
      kind,
    }
    if (token) return { name: { ...known, ...givenBy(token) }, imitates: null, isToken: true }
    const isToken = kind !== 'erc20' || (saidDecimals !== undefined && supply !== undefined)
    return { name: known, imitates: saidSymbol || saidName ? imitated(known) : null, isToken }
  }

  const readOnce = (address: `0x${string}`) => {
    const key = address.toLowerCase()
    const asset = read.get(key) ?? readToken(key)
    read.set(key, asset)
    return asset
  }

  return {
    native,
    read: readOnce,
    vouched: (address) => vouched.get(address.toLowerCase()),
    usdOf: (address) => (address === null ? undefined : (vouched.get(address.toLowerCase())?.usd ?? undefined)),
    totalSupply: async (address) => readNumber(await chain.call({ to: address, data: totalSupplyCall })),
    imitations: async () => {
      const all = await Promise.all(read.values())
      return all.flatMap((asset) => (asset.imitates === null ? [] : [{ ...asset, imitates: asset.imitates }]))
    },
  }
}

/** Values of a token from the operator. */
function givenBy(token: VouchedToken | undefined): Partial<AssetName> {
  return {
    ...(token?.symbol ? { symbol: token.symbol } : {}),
    ...(token?.name ? { name: token.name } : {}),
    ...(typeof token?.decimals === 'number' ? { decimals: token.decimals } : {}),
  }
}

function readNumber(result: string | undefined): bigint | undefined {
  return result?.length === 66 ? BigInt(result) : undefined
}

function readDecimals(said: bigint | undefined): number | null {
  return said !== undefined && said <= 77n ? Number(said) : null
}

/** Decodes a `string`, or the `bytes32` of some old tokens. */
function readText(result: `0x${string}` | undefined): string | undefined {
  if (!result || result === '0x') return undefined
  try {
    const bytes =
      result.length === 66
        ? hexToBytes(result).filter((byte) => byte !== 0)
        : hexToBytes(decodeAbiParameters([{ type: 'bytes' }], result)[0])
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
