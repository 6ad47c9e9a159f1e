import type { PhoneChain, PhoneConfig, PhoneFamily, PhoneKey, PhoneNetwork, PhoneToken } from './PhoneConfig.ts'

/** A configuration, or its errors with their keys. */
export type PhoneReading = { ok: true; config: PhoneConfig } | { ok: false; problems: readonly string[] }

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the demo phone's configuration from its text. Ignores unknown keys.
 *
 * @example readPhone('{"relayUrl":"ws://127.0.0.1:7100/relay","projectId":"local","chains":[…],"accounts":[…]}')
 */
export function readPhone(text: string): PhoneReading {
  const problems: string[] = []
  const say = (key: string, problem: string) => void problems.push(`${key}: ${problem}`)
  let root: Fields
  try {
    root = toFields(JSON.parse(text))
  } catch {
    return { ok: false, problems: ['phone.json: not JSON'] }
  }
  const relayUrl = readUrl({ value: root.relayUrl, schemes: ['ws:', 'wss:'] })
  if (relayUrl === undefined) say('relayUrl', 'an address that begins with ws:// or wss://')
  const projectId = readText(root.projectId)
  if (projectId === undefined) say('projectId', 'the project id at the relay')

  const chains = toList(root.chains).map((value, index) => readChain(toFields(value), `chains.${index}`, say))
  const [firstChain, ...moreChains] = chains.filter((chain) => chain !== undefined)
  if (chains.length === 0) say('chains', 'at least one network')
  const accounts = readAccounts(root, say)
  const tokens = toList(root.tokens).map((value, index) => readToken(toFields(value), `tokens.${index}`, say))
  const families = Object.fromEntries(
    (['solana', 'bip122'] as const).flatMap((family) => {
      const value = toFields(root.families)[family]
      const read = value === undefined ? undefined : readFamily(toFields(value), family, say)
      return read ? [[family, read] as const] : []
    }),
  )
  const images = toList(root.imageOrigins).map((value, index) => {
    const url = readUrl({ value, schemes: ['http:', 'https:'] })
    if (url === undefined) say(`imageOrigins.${index}`, 'an http or https address')
    return url === undefined ? undefined : new URL(url).origin
  })

  if (problems.length > 0 || !relayUrl || !projectId || !firstChain || !accounts) return { ok: false, problems }
  return {
    ok: true,
    config: {
      relayUrl,
      projectId,
      chains: [firstChain, ...moreChains],
      accounts,
      families,
      tokens: tokens.filter((token) => token !== undefined),
      imageOrigins: images.filter((origin) => origin !== undefined),
    },
  }
}

type Say = (key: string, problem: string) => void

function readChain(fields: Fields, key: string, say: Say): PhoneChain | undefined {
  const { id } = fields
  const name = readText(fields.name)
  const rpcUrl = readUrl({ value: fields.rpcUrl, schemes: ['http:', 'https:'] })
  const isId = typeof id === 'number' && Number.isSafeInteger(id) && id > 0
  if (!isId) say(`${key}.id`, 'the number of the network (EIP-155)')
  if (name === undefined) say(`${key}.name`, 'a name')
  if (rpcUrl === undefined) say(`${key}.rpcUrl`, 'an http or https address')
  if (!isId || name === undefined || rpcUrl === undefined) return undefined
  return { id, name, rpcUrl, nativeSymbol: readText(fields.nativeSymbol) ?? 'ETH' }
}

function readFamily(fields: Fields, family: 'solana' | 'bip122', say: Say): PhoneFamily | undefined {
  const key = `families.${family}`
  const accounts = readKeys(fields, `${key}.accounts`, say)
  const networks = toList(fields.networks).map((value, index): PhoneNetwork | undefined => {
    const { chain, name, rpcUrl, nativeSymbol } = toFields(value)
    const url = readUrl({ value: rpcUrl, schemes: ['http:', 'https:'] })
    const label = readText(name)
    const isOwn = typeof chain === 'string' && chain.startsWith(`${family}:`)
    if (isOwn && label !== undefined && url !== undefined)
      return {
        chain,
        name: label,
        rpcUrl: url,
        nativeSymbol: readText(nativeSymbol) ?? (family === 'solana' ? 'SOL' : 'BTC'),
      }
    say(`${key}.networks.${index}`, 'chain (CAIP-2), name and rpcUrl')
    return undefined
  })
  const [first, ...more] = networks.filter((network) => network !== undefined)
  const [account, ...others] = accounts
  if (networks.length === 0) say(`${key}.networks`, 'at least one network')
  if (toList(fields.accounts).length === 0) say(`${key}.accounts`, 'test keys')
  const tokens = Object.fromEntries(
    toList(fields.tokens).flatMap((value) => {
      const { address, symbol } = toFields(value)
      return typeof address === 'string' && typeof symbol === 'string' ? [[address, symbol]] : []
    }),
  )
  return first && account && { accounts: [account, ...others], networks: [first, ...more], tokens }
}

function readKeys(fields: Fields, key: string, say: Say): readonly PhoneKey[] {
  return toList(fields.accounts).flatMap((value, index) => {
    const { privateKey, name } = toFields(value)
    if (isHex(privateKey, 32)) return [{ name: readText(name) ?? `Account ${index + 1}`, privateKey }]
    say(`${key}.${index}.privateKey`, '0x and 64 hexadecimal digits')
    return []
  })
}

function readAccounts(root: Fields, say: Say): PhoneConfig['accounts'] | undefined {
  const mnemonic = readText(root.mnemonic)
  if (mnemonic !== undefined) {
    const count = root.count ?? 3
    if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 20) return { mnemonic, count }
    say('count', 'how many accounts of the mnemonic, 1 to 20')
    return undefined
  }
  const [first, ...more] = readKeys(root, 'accounts', say)
  if (toList(root.accounts).length === 0) say('accounts', 'test keys, or a mnemonic')
  return first && { keys: [first, ...more] }
}

function readToken(fields: Fields, key: string, say: Say): PhoneToken | undefined {
  const { chainId, address, decimals } = fields
  const symbol = readText(fields.symbol)
  if (
    typeof chainId === 'number' &&
    isHex(address, 20) &&
    symbol !== undefined &&
    typeof decimals === 'number' &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= 255
  )
    return { chainId, address, symbol, name: readText(fields.name) ?? symbol, decimals }
  say(key, 'chainId, address, symbol and decimals')
  return undefined
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function readUrl({ value, schemes }: { value: unknown; schemes: readonly string[] }): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  return schemes.includes(new URL(value).protocol) ? value : undefined
}

function isHex(value: unknown, bytes: number): value is `0x${string}` {
  return typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`, 'i').test(value)
}
