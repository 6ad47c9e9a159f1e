import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { isEvmChain } from './chainConfig.ts'
import { findJsonError } from './findJsonError.ts'
import { loadConfig } from './loadConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chain = {
  chainId: 'eip155:31337',
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:8545' }],
}
const project = { id: '0123456789abcdef0123456789abcdef', name: 'Site', origins: ['https://app.example.com'] }

let count = 0
function write(content: unknown, extension = 'json'): string {
  count += 1
  const path = join(folder, `config-${count}.${extension}`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function failure(content: unknown, env: Record<string, string> = {}): Promise<string> {
  const error = await loadConfig({ env, path: write(content) }).then(
    () => new Error('It loaded'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ServiceError)
  expect(error.code).toBe('config_invalid')
  return error.message
}

describe('loadConfig', () => {
  test('default', async () => {
    const config = await loadConfig({ env: {}, path: write({ chains: [chain], projects: [project] }) })
    expect(config.http.port).toBe(7101)
    expect(config.chains[0]).toMatchObject({ indexer: { reorgDepth: 64 } })
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.chains[0]?.upstreams[0])).toBe(true)
  })

  test('behavior: environment variables override the file, and one of them names the file', async () => {
    const env = {
      LATCHKEY_CONFIG: write({ chains: [chain], http: { port: 1, host: '0.0.0.0' } }),
      PORT: '7777',
      METRICS_PORT: '0',
      DATABASE_URL: 'postgres://u:p@h/d',
      REDIS_URL: 'redis://h',
      LOG_LEVEL: 'debug',
      LATCHKEY_DATA_FOLDER: '/tmp/x',
    }
    const config = await loadConfig({ env })
    expect(config.http).toMatchObject({ port: 7777, host: '0.0.0.0' })
    expect(config.metrics.port).toBe(0)
    expect(config.database.url).toBe('postgres://u:p@h/d')
    expect(config.redis.url).toBe('redis://h')
    expect(config.log.level).toBe('debug')
    expect(config.dataFolder).toBe('/tmp/x')
  })

  test('behavior: the file can be a module', async () => {
    const path = write(`export default { chains: [${JSON.stringify(chain)}] }`, 'mjs')
    expect((await loadConfig({ env: {}, path })).chains[0]?.name).toBe('Local One')
  })

  test('behavior: keys come from environment variables', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
    const upstreams = [{ url: 'https://node.example/v2/${NODE_KEY}' }]
    const path = write({ chains: [{ ...chain, upstreams }] })
    const config = await loadConfig({ env: { NODE_KEY: 's3cret' }, path })
    expect(config.chains[0]?.upstreams[0]?.url).toBe('https://node.example/v2/s3cret')
    expect(await failure({ chains: [{ ...chain, upstreams }] })).toContain(
      'chains[0].upstreams[0].url: needs the environment variable NODE_KEY',
    )
  })

  test('error: all mistakes are reported together, with key, found and expected value, and place', async () => {
    const message = await failure({
      chains: [{ ...chain, chainId: 'ethereum', upstreams: [] }],
      projects: [{ ...project, id: 'short' }],
      http: { port: 99999 },
      log: { level: 'loud' },
      colour: 'red',
    })
    expect(message).toContain('6 errors')
    expect(message).toContain('chains[0].chainId: found "ethereum", expected')
    expect(message).toContain('chains[0].upstreams: found an empty list, expected at least 1 entry')
    expect(message).toContain('projects[0].id: found "short", expected 32 hexadecimal characters')
    expect(message).toContain('http.port: found 99999, expected at most 65535')
    expect(message).toContain('log.level: found "loud", expected silent')
    expect(message).toContain('colour: unknown setting at the top level')
    expect(message).toContain('Change it in')
  })

  test('error: a mistake in one section hides none of another, nor of its neighbor', async () => {
    const message = await failure({
      chains: [{ ...chain, chainId: 'ethereum', tokens: [{ address: 'USDC' }] }],
      projects: [{ ...project, id: 'short', origins: ['app.example.com'] }],
      http: { prot: 7101 },
      wallet: { publicUrl: 'http://wallet.example.com', folder: 'pages', keyFile: 'k', keyVariable: 'K' },
      mail: { url: 'https://mail.example.com', from: 'x' },
      redis: { url: 'localhost:6379' },
      relay: { store: 'redis' },
      convert: { zeroex: {} },
    })
    expect(message).toContain('chains[0].chainId: found "ethereum", expected a CAIP-2 network')
    expect(message).toContain('projects[0].id: found "short"')
    expect(message).toContain('projects[0].origins[0]: found "app.example.com"; expected an origin such as')
    expect(message).toContain('http.prot: unknown setting in http; did you mean "port"?')
    expect(message).toContain('wallet.publicUrl: found "http://wallet.example.com"; expected https')
    expect(message).toContain('mail.url: found "https://mail.example.com", expected a URL such as smtp://')
    expect(message).toContain('mail.from: found "x", expected a text of at least 3 characters')
    expect(message).toContain('redis.url: found "localhost:///…", expected a URL such as redis://')
    expect(message).toContain('convert.zeroex.apiKey: found nothing')
    // A conflict of a section with another mistake may be a result of it.
    expect(message).not.toContain('relay.store')
    expect(await failure({ chains: [chain], http: { port: 99999 }, relay: { store: 'redis' } })).toContain(
      'relay.store: found "redis", but redis.url is not set',
    )
  })

  test('error: the URL of a database without its scheme is refused, and its password stays secret', async () => {
    const message = await failure({ chains: [chain] }, { DATABASE_URL: 'user:s3cret@localhost:5432/latchkey' })
    expect(message).toContain('database.url: found')
    expect(message).toContain('expected a URL such as postgres://user:password@host:5432/database')
    expect(message).toContain('Change it in the environment variable DATABASE_URL')
    expect(message).not.toContain('s3cret')
  })

  test('error: a wrong environment variable is reported as the source', async () => {
    expect(await failure({ chains: [chain] }, { PORT: 'many' })).toContain(
      'http.port: found "many", expected a number. Change it in the environment variable PORT',
    )
  })

  test('error: a secret in a malformed URL is not printed', async () => {
    const upstreams = [{ url: 'ftp://user:s3cret@host/s3cret' }]
    const message = await failure({ chains: [{ ...chain, upstreams }] })
    expect(message).toContain('chains[0].upstreams[0].url: found "ftp://…@host/…"')
    expect(message).not.toContain('s3cret')
  })

  test('error: two chains or projects with one id', async () => {
    const message = await failure({ chains: [chain, chain], projects: [project, project] })
    expect(message).toContain('chains[1].chainId: found "eip155:31337", which chains[0] already uses')
    expect(message).toContain('projects[1].id')
  })

  test('error: origins that match nothing or everything', async () => {
    const origins = ['https://app.example.com/', '*', 'https://*.com', 'https://a.example.com:*', 'app.example.com']
    const message = await failure({ chains: [chain], projects: [{ ...project, origins }] })
    for (const index of origins.keys()) expect(message).toContain(`projects[0].origins[${index}]`)
  })

  test('error: corrupt JSON is reported with its line', async () => {
    expect(await failure('{\n  "chains": [\n    { "name": "x" \n')).toMatch(
      /not valid JSON: line 4, column 1: expected a comma or }, but the file ends/,
    )
    expect(await failure('{\n  "a": 1,\n}')).toMatch(/line 3, column 1: expected a name in double quotes/)
    expect(await failure('[]')).toContain('must hold an object')
  })

  test('error: no file', async () => {
    await expect(loadConfig({ env: { LATCHKEY_CONFIG: '/nowhere.json' } })).rejects.toThrow('does not exist')
    await expect(loadConfig({ env: {} })).rejects.toThrow('chains: is missing; expected a list')
  })
})

test('findJsonError: behavior: finds a position in every malformed text, and the end in every incomplete one', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('{', '}', '"', ',', 'x', '\\', ':', ''), (json, at, noise) => {
      const split = at % (json.length + 1)
      const broken = json.slice(0, split) + noise + json.slice(split)
      let valid = true
      try {
        JSON.parse(broken)
      } catch {
        valid = false
      }
      expect(findJsonError(broken).expected === 'expected the end of the file' && isAtEnd(broken)).toBe(valid)
    }),
  )
})

function isAtEnd(source: string): boolean {
  const { line, column } = findJsonError(source)
  const lines = source.split('\n')
  return line === lines.length && column === (lines.at(-1)?.length ?? 0) + 1
}

describe('the embedded wallet in loadConfig', () => {
  const wallet = { publicUrl: 'https://wallet.example.com', folder: 'pages', keyFile: 'wallet.key' }
  const mail = { url: 'smtp://127.0.0.1:25', from: 'no-reply@example.com' }

  test('default', async () => {
    const config = await loadConfig({ env: {}, path: write({ chains: [chain], wallet, mail }) })
    expect(config.wallet).toMatchObject({ port: 7102, keyFile: 'wallet.key' })
  })

  test('behavior: environment variables override the file, and the key stays out of the configuration', async () => {
    const env = {
      WALLET_URL: 'https://other.example.com',
      WALLET_PORT: '7777',
      WALLET_KEY: 'a-secret',
      MAIL_URL: 'smtps://u:p@mail.example.com',
      MAIL_FROM: 'a@example.com',
    }
    const config = await loadConfig({ env, path: write({ chains: [chain], wallet, mail }) })
    expect(config.wallet).toMatchObject({
      publicUrl: 'https://other.example.com',
      port: 7777,
      keyVariable: 'WALLET_KEY',
    })
    expect(config.wallet?.keyFile).toBeUndefined()
    expect(config.mail).toEqual({ url: 'smtps://u:p@mail.example.com', from: 'a@example.com' })
    expect(JSON.stringify(config)).not.toContain('a-secret')
  })

  test('error: a wallet without mail, without a key, with two, on plain http, with a path', async () => {
    expect(await failure({ chains: [chain], wallet })).toContain('mail.url: found nothing')
    expect(await failure({ chains: [chain], mail, wallet: { ...wallet, keyFile: undefined } })).toContain(
      'wallet.keyFile: found nothing',
    )
    expect(await failure({ chains: [chain], mail, wallet: { ...wallet, keyVariable: 'K' } })).toContain(
      'expected one of the two',
    )
    const plain = { ...wallet, publicUrl: 'http://wallet.example.com' }
    expect(await failure({ chains: [chain], mail, wallet: plain })).toContain('expected https')
    const path = { ...wallet, publicUrl: 'https://example.com/wallet' }
    expect(await failure({ chains: [chain], mail, wallet: path })).toContain('"https://example.com"')
  })

  test('behavior: plain http is allowed on localhost', async () => {
    const local = { ...wallet, publicUrl: 'http://wallet.localhost:7102' }
    const config = await loadConfig({ env: {}, path: write({ chains: [chain], mail, wallet: local }) })
    expect(config.wallet?.publicUrl).toBe('http://wallet.localhost:7102')
  })
})

describe('social', () => {
  const wallet = { publicUrl: 'https://wallet.example.com', folder: 'dist', keyFile: 'wallet.key' }
  const mail = { url: 'smtp://127.0.0.1:25', from: 'a@example.com' }
  const base = { chains: [chain], wallet, mail }
  const google = { clientId: 'id', clientSecret: 'a-secret' }
  const apple = { clientId: 'id', teamId: 'team', keyId: 'key', keyFile: 'apple.p8' }

  test('default', async () => {
    const config = await loadConfig({ env: {}, path: write({ ...base, social: { google, apple } }) })
    expect(config.social).toEqual({ google, apple })
  })

  test('behavior: environment variables override the file, and the secrets stay out of the configuration', async () => {
    const env = {
      GOOGLE_CLIENT_ID: 'other',
      GOOGLE_CLIENT_SECRET: 'from-the-environment',
      APPLE_PRIVATE_KEY: 'from-the-environment',
      X_CLIENT_ID: 'x',
      X_CLIENT_SECRET: 'from-the-environment',
    }
    const config = await loadConfig({ env, path: write({ ...base, social: { google, apple } }) })
    expect(config.social).toEqual({
      google: { clientId: 'other', secretVariable: 'GOOGLE_CLIENT_SECRET' },
      apple: { clientId: 'id', teamId: 'team', keyId: 'key', keyVariable: 'APPLE_PRIVATE_KEY' },
      x: { clientId: 'x', secretVariable: 'X_CLIENT_SECRET' },
    })
    expect(JSON.stringify(config)).not.toContain('from-the-environment')
  })

  test('behavior: Farcaster needs a node and a relay, and has well-known registries by default', async () => {
    const rpcUrl = 'https://op.example.com/'
    const relay = 'https://relay.farcaster.xyz'
    const config = await loadConfig({ env: {}, path: write({ ...base, social: { farcaster: { rpcUrl, relay } } }) })
    expect(config.social.farcaster).toEqual({
      rpcUrl,
      relay,
      idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
      keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
    })
    const told = (farcaster: unknown) => failure({ ...base, social: { farcaster } })
    expect(await told({ rpcUrl })).toContain('social.farcaster.relay: found nothing, nor social.farcaster.app')
    expect(await told({ relay })).toContain('social.farcaster.rpcUrl')
    expect(await told({ rpcUrl, relay: 'http://relay.example.com' })).toContain(
      'social.farcaster.relay: found "http://relay.example.com"',
    )
    const own = { rpcUrl, app: 'https://app.example.com/sign-in' }
    await loadConfig({ env: {}, path: write({ ...base, social: { farcaster: own } }) })
  })

  test('error: provider keys that are incomplete, duplicate, without a wallet or sent without encryption', async () => {
    const told = (social: unknown, env = {}) => failure({ ...base, social }, env)
    expect(await told({ google: { clientId: 'id' } })).toContain(
      'social.google.clientSecret: found nothing; expected the secret that belongs to social.google.clientId',
    )
    expect(await told({}, { GITHUB_CLIENT_ID: 'id' })).toContain('or GITHUB_CLIENT_SECRET')
    expect(await told({}, { GITHUB_CLIENT_SECRET: 'a-secret' })).toContain('social.github.clientId: is missing')
    expect(await told({ apple: { ...apple, keyFile: undefined } })).toContain('or APPLE_PRIVATE_KEY')
    const twice = await told({
      google: { ...google, secretVariable: 'S' },
      apple: { ...apple, privateKey: 'a-secret' },
    })
    expect(twice).toContain('social.google.secretVariable: found together with social.google.clientSecret')
    expect(twice).toContain('social.apple.keyFile: found together with social.apple.privateKey')
    expect(twice).not.toContain('a-secret')
    expect(await failure({ chains: [chain], social: { google } })).toContain('social.google: found without wallet')
    const plain = { ...google, endpoints: { token: 'http://accounts.example.com/token' } }
    expect(await told({ google: plain })).toContain('social.google.endpoints.token: found "http://accounts.example.com')
    const local = { ...google, endpoints: { token: 'http://localhost:1/token' } }
    const config = await loadConfig({ env: {}, path: write({ ...base, social: { google: local } }) })
    expect(config.social.google?.endpoints).toEqual({ token: 'http://localhost:1/token' })
  })
})

test('error: an aggregator without a key, or with two', async () => {
  const none = { chains: [chain], convert: { zeroex: {} } }
  expect(await failure(none)).toContain('convert.zeroex.apiKey: found nothing')
  const two = { chains: [chain], convert: { zeroex: { apiKey: 'a-secret', keyVariable: 'ZEROEX_KEY' } } }
  const told = await failure(two)
  expect(told).toContain('convert.zeroex.keyVariable: found together with')
  expect(told).not.toContain('a-secret')
})

test('error: a relay with Redis as its store, but without Redis', async () => {
  expect(await failure({ chains: [chain], relay: { store: 'redis' } })).toContain('relay.store: found "redis"')
  const redis = { url: 'redis://127.0.0.1:6379' }
  const config = await loadConfig({ env: {}, path: write({ chains: [chain], relay: { store: 'redis' }, redis }) })
  expect(config.relay.store).toBe('redis')
})

describe('smart accounts', () => {
  const paymaster = '0x531505435105a8eF5Ad1fbFd0c7b2386bf4F1994'
  const sponsored = { ...chain, smartAccounts: { sponsorship: { paymaster } } }
  const secret = `0x${'ab'.repeat(32)}`

  test('default', async () => {
    const smartAccounts = { executor: { keyFile: 'executor.key' }, paymaster: { keyFile: 'paymaster.key' } }
    const config = await loadConfig({ env: {}, path: write({ chains: [sponsored], smartAccounts }) })
    expect(config.chains[0]).toMatchObject({
      smartAccounts: { enabled: true, sponsorship: { paymaster, operationsPerAccountAndDay: 100 } },
    })
    const unpaid = { chains: [{ ...chain, smartAccounts: {} }], smartAccounts: { executor: { keyFile: 'e.key' } } }
    const { chains } = await loadConfig({ env: {}, path: write(unpaid) })
    expect(chains.find(isEvmChain)?.smartAccounts?.sponsorship).toBeUndefined()
  })

  test('behavior: keys from environment variables override the file, and stay out of the configuration', async () => {
    const env = { EXECUTOR_KEY: secret, PAYMASTER_KEY: `0x${'cd'.repeat(32)}` }
    const smartAccounts = { executor: { keyFile: 'executor.key' } }
    const config = await loadConfig({ env, path: write({ chains: [sponsored], smartAccounts }) })
    expect(config.smartAccounts).toEqual({
      executor: { keyVariable: 'EXECUTOR_KEY' },
      paymaster: { keyVariable: 'PAYMASTER_KEY' },
    })
    expect(JSON.stringify(config)).not.toContain('abab')
  })

  test("error: a network without the executor's key, a paymaster without its key, and duplicate keys", async () => {
    expect(await failure({ chains: [sponsored] })).toContain('chains[0].smartAccounts: found without smartAccounts')
    const executor = { keyFile: 'executor.key' }
    expect(await failure({ chains: [sponsored], smartAccounts: { executor } })).toContain(
      'chains[0].smartAccounts.sponsorship: found without smartAccounts.paymaster',
    )
    const told = await failure({ chains: [chain], smartAccounts: { executor, paymaster: { keyFile: 'p.key' } } })
    expect(told).toContain('smartAccounts.paymaster: found, but no network has smartAccounts.sponsorship')
    const none = await failure({
      chains: [sponsored],
      smartAccounts: { executor: {}, paymaster: { keyFile: 'p.key' } },
    })
    expect(none).toContain('smartAccounts.executor.keyFile: found nothing')
    expect(none).toContain('EXECUTOR_KEY')
    const twice = { executor: { ...executor, privateKey: secret }, paymaster: { privateKey: secret } }
    expect(await failure({ chains: [sponsored], smartAccounts: twice })).toContain(
      'smartAccounts.executor.privateKey: found together with smartAccounts.executor.keyFile',
    )
    const same = await failure({
      chains: [sponsored],
      smartAccounts: { executor: { privateKey: secret }, paymaster: { privateKey: secret } },
    })
    expect(same).toContain('found the key of smartAccounts.executor')
    expect(same).not.toContain('abab')
    const solana = { ...sponsored, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    expect(await failure({ chains: [solana], smartAccounts: { executor, paymaster: { keyFile: 'p.key' } } })).toContain(
      'smart accounts are of Ethereum’s family',
    )
  })

  test('error: a mistyped key is not printed', async () => {
    const smartAccounts = { executor: { privateKey: `${secret}ff` } }
    const told = await failure({ chains: [{ ...chain, smartAccounts: {} }], smartAccounts })
    expect(told).toContain('smartAccounts.executor.privateKey: found "…"')
    expect(told).not.toContain('abab')
  })
})

describe('networks of other families', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const priceFrom = `eip155:31337:0x${'ab'.repeat(20)}`
  const solana = {
    ...{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', priceFrom },
    upstreams: [{ url: 'http://127.0.0.1:8899', ws: 'ws://127.0.0.1:8900' }],
    tokens: [{ address: mint, symbol: 'USDC', usdReference: true }],
  }
  const bitcoin = {
    ...{ chainId: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin' },
    upstreams: [{ url: 'http://127.0.0.1:3002/api' }],
  }

  test('default', async () => {
    const config = await loadConfig({ env: {}, path: write({ chains: [chain, solana, bitcoin] }) })
    expect(config.chains[1]).toEqual({
      ...{ ...solana, testnet: false, spam: [] },
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      upstreams: [{ ...solana.upstreams[0], weight: 1 }],
    })
    expect(config.chains[2]).toEqual({
      ...{ ...bitcoin, testnet: false },
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      upstreams: [{ ...bitcoin.upstreams[0], weight: 1 }],
    })
  })

  test('error: each family has its own settings', async () => {
    const told = await failure({
      chains: [
        { ...chain, priceFrom },
        { ...solana, indexer: {}, tokens: [{ address: `0x${'ab'.repeat(20)}` }], spam: ['1111'] },
        { ...bitcoin, tokens: [], upstreams: [{ url: 'http://127.0.0.1:3002/api', ws: 'ws://127.0.0.1:1' }] },
        { ...bitcoin, chainId: 'bip122:000000000933ea01ad0ee984209779ba', priceFrom: `${solana.chainId}:${mint}` },
      ],
    })
    expect(told).toContain('priceFrom: unknown setting in chains[0]')
    expect(told).toContain('chains[1].indexer: found an object, expected nothing: the index is of Ethereum’s family')
    expect(told).toContain('chains[1].tokens[0].address: found "0xabab')
    expect(told).toContain('expected a mint: 32 bytes in base58')
    expect(told).toContain('chains[1].spam[0]: found "1111"')
    expect(told).toContain('tokens: unknown setting in chains[2]')
    expect(told).toContain('ws: unknown setting in chains[2].upstreams[0]')
    expect(told).toContain('chains[3].priceFrom: found "solana:')
    expect(told).toContain('expected a token contract on a network of Ethereum’s family, such as eip155:1:0x…')
  })

  test('error: a price from a network that is not indexed here', async () => {
    const away = priceFrom.replace('31337', '1')
    const still = { ...chain, indexer: { enabled: false } }
    expect(await failure({ chains: [chain, { ...bitcoin, priceFrom: away }] })).toContain(
      `chains[1].priceFrom: found "${away}", expected a token of a network that this server indexes`,
    )
    const tokens = [{ address: mint, priceFrom }]
    expect(await failure({ chains: [still, { ...solana, priceFrom: undefined, tokens }] })).toContain(
      'chains[1].tokens[0].priceFrom: found',
    )
    expect(await failure({ chains: [chain, { ...solana, tokens: [{ ...solana.tokens[0], priceFrom }] }] })).toContain(
      'chains[1].tokens[0].priceFrom: found together with usdReference',
    )
  })
})
