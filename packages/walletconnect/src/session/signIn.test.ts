import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { parsePairingUri } from '../crypto/pairingUri.ts'
import type { Cacao } from './Authentication.ts'
import { formatAuthenticationMessage } from './formatAuthenticationMessage.ts'
import { prepareAuthentication } from './prepareAuthentication.ts'
import { asked, createTestPair, signIn, walletMetadata } from './testing/createTestPair.ts'

const key = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const supported = { chains: ['eip155:1'], methods: ['personal_sign', 'eth_sign'] }

/** An app that requests a sign-in, and a wallet that has the code. */
async function ask(options: Parameters<typeof createTestPair>[0] = {}) {
  const pair = createTestPair(options)
  const request = signIn(pair.clock.environment.now())
  const opened = await pair.app.pair({ optionalNamespaces: asked, authenticate: request })
  await pair.wallet.pair(opened)
  await pair.settle()
  return { pair, request, ...opened }
}

test('default', async () => {
  const { pair, request, approval, uri } = await ask()
  expect(parsePairingUri(uri).methods).toStrictEqual(['wc_sessionAuthenticate'])
  const [entry] = pair.waiting('authentication')
  // The proposal behind the sign-in is not shown.
  expect(pair.wallet.pending()).toHaveLength(1)
  expect(entry?.request).toMatchObject(request)
  const { message, toCacao } = prepareAuthentication({
    request: entry?.request ?? request,
    account: `eip155:1:${key.address}`,
    supported,
  })
  const cacao = toCacao(await key.signMessage({ message }))
  const theirs = await pair.wallet.authenticate({ id: entry?.id ?? 0, authentications: [cacao] })
  await pair.settle()
  const { session, authentications } = await approval
  expect(authentications).toStrictEqual([cacao])
  expect(session).toMatchObject({
    topic: theirs?.topic,
    peer: walletMetadata,
    namespaces: {
      eip155: {
        chains: ['eip155:1'],
        accounts: [`eip155:1:${key.address}`],
        methods: ['personal_sign'],
        events: ['chainChanged', 'accountsChanged'],
      },
    },
    optionalNamespaces: asked,
  })
  expect(theirs?.namespaces).toStrictEqual(session.namespaces)
  expect(pair.wallet.pending()).toStrictEqual([])
  // The check that the app or its server makes.
  const text = formatAuthenticationMessage(authentications[0]?.p ?? cacao.p)
  expect(text).toBe(message)
  expect(await verifyMessage({ address: key.address, message: text, signature: cacao.s.s as `0x${string}` })).toBe(true)
  expect(pair.relay.sent.map(({ tag }) => tag)).toStrictEqual([1116, 1100, 1117])

  const signature = pair.app.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign' })
  await pair.settle()
  await pair.wallet.respond({ id: pair.wallet.pending()[0]?.id ?? 0, result: '0x' })
  await pair.settle()
  expect(await signature).toBe('0x')
})

test('behavior: a wallet without sign-in answers the proposal, and so does one whose owner prefers it', async () => {
  const cannot = await ask({ signsIn: false })
  expect(cannot.pair.wallet.pending()).toMatchObject([{ kind: 'proposal' }])
  expect(cannot.pair.relay.sent.at(-1)).toMatchObject({ tag: 1119 })

  const { pair, approval } = await ask()
  const [entry] = pair.wallet.pending()
  await pair.wallet.reject({ id: entry?.id ?? 0, reason: { code: 10_001, message: 'Not here' } })
  await pair.settle()
  const [proposal] = pair.waiting('proposal')
  const accounts = [`eip155:1:${key.address}`]
  await pair.wallet.approve({ id: proposal?.id ?? 0, namespaces: { eip155: { accounts, methods: [], events: [] } } })
  await pair.settle()
  expect(await approval).toMatchObject({ authentications: [], session: { namespaces: { eip155: { accounts } } } })
})

test('error: declining a sign-in also ends the proposal', async () => {
  const { pair, approval } = await ask()
  await pair.wallet.reject({ id: pair.wallet.pending()[0]?.id ?? 0 })
  await pair.settle()
  await expect(approval).rejects.toMatchObject({ code: 'user_rejected', rpcCode: 5000 })
  expect(pair.wallet.pending()).toStrictEqual([])
  expect(pair.relay.sent.at(-1)).toMatchObject({ tag: 1118, ttl: 300 })
})

const changes: [string, Partial<Cacao['p']>][] = [
  ['another site', { domain: 'evil.test' }],
  ['another page', { aud: 'https://evil.test' }],
  ['another nonce', { nonce: '00000000' }],
  ['a chain that nobody asked for', { iss: `did:pkh:eip155:137:${key.address}` }],
  ['no account', { iss: 'did:pkh:eip155' }],
  ['nothing that may be asked', { resources: [] }],
]
test.each(changes)('error: threat 79: a sign-in for %s is refused', async (_, change) => {
  const { pair, approval } = await ask()
  const [entry] = pair.waiting('authentication')
  if (!entry) throw new Error('It did not come')
  const { toCacao } = prepareAuthentication({ request: entry.request, account: `eip155:1:${key.address}` })
  const cacao = toCacao('0x00')
  await pair.wallet.authenticate({ id: entry.id, authentications: [{ ...cacao, p: { ...cacao.p, ...change } }] })
  await pair.settle()
  await expect(approval).rejects.toMatchObject({ code: 'session_namespaces_invalid' })
  expect([pair.app.sessions(), pair.wallet.sessions()]).toStrictEqual([[], []])
})

test('behavior: an app that requests no methods gets a signature and no session', async () => {
  const pair = createTestPair()
  const authenticate = signIn(pair.clock.environment.now())
  const optionalNamespaces = { eip155: { chains: ['eip155:1'], methods: [], events: [] } }
  const { uri } = await pair.app.pair({ optionalNamespaces, authenticate })
  await pair.wallet.pair({ uri })
  await pair.settle()
  const [entry] = pair.waiting('authentication')
  const { toCacao } = prepareAuthentication({ request: authenticate, account: `eip155:1:${key.address}`, supported })
  expect(await pair.wallet.authenticate({ id: entry?.id ?? 0, authentications: [toCacao('0x00')] })).toBeUndefined()
  expect([pair.wallet.sessions(), pair.wallet.pending()]).toStrictEqual([[], []])
})

test('behavior: a sign-in can be answered while the app waits, even after the code expired', async () => {
  const { pair } = await ask()
  pair.clock.advance(200_000)
  await pair.restartWallet()
  expect(pair.waiting('authentication')).toHaveLength(1)
  pair.clock.advance(200_000)
  await pair.settle()
  expect(pair.wallet.pending()).toStrictEqual([])
})

test('behavior: the text follows EIP-4361, with the grants in its statement', () => {
  // Example of the specification.
  const resource =
    'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NpZ25UeXBlZERhdGFfdjQiOlt7fV0sInJlcXVlc3QvcGVyc29uYWxfc2lnbiI6W3t9XX19fQ'
  const payload: Cacao['p'] = {
    iss: 'did:pkh:eip155:1:0x3613699A6c5D8BC97a08805876c8005543125F09',
    domain: 'example.com',
    aud: 'https://example.com',
    version: '1',
    nonce: '1',
    iat: '2024-02-19T09:29:21.394Z',
    resources: [resource],
  }
  expect(formatAuthenticationMessage(payload)).toBe(
    [
      'example.com wants you to sign in with your Ethereum account:',
      '0x3613699A6c5D8BC97a08805876c8005543125F09',
      '',
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_signTypedData_v4', 'personal_sign' for 'eip155'.",
      '',
      'URI: https://example.com',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 1',
      'Issued At: 2024-02-19T09:29:21.394Z',
      'Resources:',
      `- ${resource}`,
    ].join('\n'),
  )
  const { resources: _, ...bare } = payload
  expect(formatAuthenticationMessage({ ...bare, statement: 'Hello.', exp: 'E', nbf: 'N', requestId: 'R' })).toBe(
    [
      'example.com wants you to sign in with your Ethereum account:',
      '0x3613699A6c5D8BC97a08805876c8005543125F09',
      '',
      'Hello.',
      '',
      'URI: https://example.com',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 1',
      'Issued At: 2024-02-19T09:29:21.394Z',
      'Expiration Time: E',
      'Not Before: N',
      'Request ID: R',
    ].join('\n'),
  )
})
