import { describe, expect, test } from 'vitest'
import { loadSite, readSite } from './loadSite.ts'
import { networkPresets } from './networkSchema.ts'

const address = `0x${'aB'.repeat(20)}`
const network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}
const site = {
  apiUrl: 'http://localhost:7101',
  projectId: '0'.repeat(32),
  name: 'Latch',
  token: `eip155:31337:${address}`,
  networks: [network],
}

function problemsOf(file: unknown): readonly string[] {
  const outcome = readSite(JSON.stringify(file))
  return outcome.ok ? [] : outcome.failure.problems
}

describe('readSite', () => {
  test('default', () => {
    expect(readSite(JSON.stringify(site))).toEqual({ ok: true, site })
  })

  test('behavior: spec 1.15 and 1.16: a network has the name of its preset, alone or with changed properties', () => {
    const token = `eip155:8453:${address}`
    const networks = [
      { preset: 'base', swapRouter: address },
      ...Object.keys(networkPresets).filter((name) => name !== 'base'),
    ]
    const outcome = readSite(JSON.stringify({ ...site, token, networks }))
    if (!outcome.ok) throw new Error(outcome.failure.problems.join('\n'))
    const ids = outcome.site.networks.map(({ caipNetworkId }) => caipNetworkId)
    expect(outcome.site.networks[0]).toMatchObject({ name: 'Base', caipNetworkId: 'eip155:8453', swapRouter: address })
    // Sepolia, X Layer, BNB Smart Chain, Arbitrum, Linea, Base and Blast; then Solana’s three networks and Bitcoin’s two.
    for (const id of [11_155_111, 196, 56, 42_161, 59_144, 8453, 81_457]) expect(ids).toContain(`eip155:${id}`)
    expect(ids.filter((id) => id.startsWith('solana:'))).toHaveLength(3)
    expect(ids.filter((id) => id.startsWith('bip122:'))).toHaveLength(2)
  })

  test('error: lists all errors at once, with the key and its rule', () => {
    const { name: _, ...unnamed } = site
    const wrong = {
      ...unnamed,
      ...{ apiUrl: 'javascript:alert(1)', projectId: 'abc', tagLine: 'Hello', wallet: { sozials: [] } },
      ...{ signIn: 'always', token: address, basic: 'yes', connectors: { safe: { origins: 'all' } } },
      networks: [
        { ...network, rpcUrls: { default: { http: ['127.0.0.1:8545'] } } },
        'bace',
        { preset: 'base', name: '', nativeCurrency: undefined, caipNetworkId: 'eip155:1' },
        7,
      ],
      links: [{ label: 'Docs', url: 'javascript:alert(1)' }, {}],
    }
    expect(problemsOf(wrong)).toMatchInlineSnapshot(`
      [
        "\`apiUrl\` must be an address that starts with https://; http:// is only for servers on your machine.",
        "\`projectId\` must be 32 hexadecimal characters; it is the \`id\` of a project in the server’s configuration.",
        "\`name\` is missing; it must be a text of at least one character.",
        "\`token\` must be the network and the address of the token, such as "eip155:8453:0x…".",
        "\`networks[1]\` must name a preset or be a whole network, and "bace" is no preset; the nearest is "base".",
        "\`networks[2].name\` must be a text of at least one character.",
        "\`networks[2].caipNetworkId\` must be \`chainNamespace\` and \`id\` with a colon between them.",
        "\`networks[3]\` must name a preset or be a whole network, and 7 is no preset; the presets are "arbitrum", "base", "bitcoin", "bitcoinTestnet", "blast", "bsc", "ethereum", "linea", "sepolia", "solana", "solanaDevnet", "solanaTestnet", "xLayer".",
        "\`networks[0].rpcUrls.default.http[0]\` must be an address that starts with https://; http:// is only for servers on your machine.",
        "\`signIn\` must be one of "off", "on-demand", "optional", "required".",
        "\`wallet.sozials\` is not a key of site.json; the nearest is \`socials\`.",
        "\`connectors.safe.origins\` must be a list of addresses.",
        "\`basic\` must be true or false.",
        "\`links[0].url\` must be an address that starts with https://; http:// is only for servers on your machine.",
        "\`links[1].label\` is missing; it must be a text of at least one character.",
        "\`links[1].url\` is missing; it must be an address that starts with https://; http:// is only for servers on your machine.",
        "\`tagLine\` is not a key of site.json; the nearest is \`tagline\`.",
      ]
    `)
  })

  test.each([
    ['`networks` is missing; it must be a list of at least one network.', { networks: undefined }],
    ['`networks[0]` is missing; name at least one network', { networks: [] }],
    ['`token` must be a token on one of `networks`.', { token: `eip155:1:${address}` }],
    ['`defaultNetwork` must be one of `networks`.', { defaultNetwork: 'eip155:1' }],
    ['`networks` must list each network once.', { networks: [network, network] }],
    ['`networks[0].caipNetworkId` must be `chainNamespace` and `id`', { networks: [{ ...network, id: 1 }] }],
    ['`wallet` needs `walletUrl`', { wallet: {} }],
    ['`basic` needs `walletConnect`', { basic: true }],
    ['`legalConsent` needs `termsUrl` or `privacyUrl`', { legalConsent: true }],
    ['`walletConnect` must keep `ownRelay`', { walletConnect: { ownRelay: false } }],
    ['`walletConnect` must name `publicProjectId`', { walletConnect: { publicRelayUrl: 'wss://relay.example' } }],
    ['`walletConnect.publicProjectId` must be 32 hex', { walletConnect: { publicProjectId: 'mine' } }],
    ['`walletConnect` must be true, false, or an object', { walletConnect: 'yes' }],
    ['`wallet.socials[0]` must be one of "google"', { walletUrl: site.apiUrl, wallet: { socials: ['myspace'] } }],
    ['`networks[0]` must name a preset or be a whole network, and "bace"', { networks: ['bace'] }],
    ['`networks[0]` must name a preset', { networks: ['defineNetwork'] }],
    ['`networks[0]` must name a preset', { networks: [{ preset: 'toString' }] }],
    ['`pendingTransactions.pollInterval` must be 1000', { pendingTransactions: { watch: true, pollInterval: 1 } }],
    ['`zebra` is not a key of site.json; remove it', { zebra: 1 }],
  ])('error: %s', (sentence, wrong) => {
    expect(problemsOf({ ...site, ...wrong }).filter((problem) => problem.startsWith(sentence))).toHaveLength(1)
  })

  test('error: reports contradictions together with other errors', () => {
    const problems = problemsOf({ ...site, name: undefined, zebra: 1, token: `eip155:1:${address}` })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['`name`', '`zebra`', '`token`'])
  })

  test.each([['[]'], ['3'], ['null']])('error: %s is not an object', (text) => {
    expect(readSite(text)).toMatchObject({
      failure: { problems: [expect.stringMatching(/^`site.json` must be an object with the keys apiUrl, /)] },
    })
  })

  test('error: reports a text that is not JSON', () => {
    expect(readSite('{"apiUrl":')).toMatchObject({ ok: false, failure: { reason: 'not-json' } })
  })
})

describe('loadSite', () => {
  const answer =
    (body: string, status = 200) =>
    async () =>
      new Response(body, { status })

  test('default', async () => {
    expect(await loadSite({ fetch: answer(JSON.stringify(site)) })).toEqual({ ok: true, site })
  })

  test('error: missing, also on a host that answers every path with the page', async () => {
    expect(await loadSite({ fetch: answer('', 404) })).toMatchObject({ failure: { reason: 'missing' } })
    expect(await loadSite({ fetch: answer('<!doctype html>') })).toMatchObject({ failure: { reason: 'missing' } })
  })

  test('error: the host does not answer', async () => {
    const fetch = async () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await loadSite({ fetch })).toMatchObject({ failure: { reason: 'unreachable' } })
    expect(await loadSite({ fetch: answer('', 503) })).toMatchObject({ failure: { reason: 'unreachable' } })
  })
})
