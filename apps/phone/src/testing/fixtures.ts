import type { PairedAccount, PairedApproval, PairedSession } from '@latchkey/testkit'
import type { PhoneConfig } from '../config/PhoneConfig.ts'
import { toApproval } from './createFixtureWallet.ts'

/** The time of all fixtures, unix milliseconds. */
export const fixtureNow = Date.UTC(2026, 10, 20, 20, 30)
const expiry = fixtureNow / 1000 + 262

/** Addresses of the accounts of local nodes. */
export const fixtureAccounts: readonly PairedAccount[] = [
  { index: 0, name: 'Ada', family: 'eip155', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { index: 1, name: 'Grace', family: 'eip155', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  { index: 2, name: 'Mary', family: 'eip155', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
]

export const fixtureChains = [
  { id: 31337, name: 'Harbor', rpcUrl: 'http://rpc.fixture/one', nativeSymbol: 'ETH' },
  { id: 31338, name: 'Lagoon', rpcUrl: 'http://rpc.fixture/two', nativeSymbol: 'LGN' },
] as const

/** The same in the wallet's format for networks of all families. */
export const fixtureNetworks = fixtureChains.map(({ id, ...network }) => ({ ...network, chain: `eip155:${id}` }))

/** The token of the fixture node. */
export const fixtureToken = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

export const fixtureConfig: PhoneConfig = {
  relayUrl: 'ws://127.0.0.1:7100/relay',
  projectId: 'local',
  chains: fixtureChains,
  accounts: { mnemonic: 'test', count: 3 },
  families: {},
  tokens: [{ chainId: 31337, address: fixtureToken, symbol: 'LNTN', name: 'Lantern', decimals: 18 }],
  imageOrigins: [],
}

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><rect width="60" height="60" fill="#23314d"/><circle cx="30" cy="33" r="13" fill="#f3c969"/><rect x="24" y="10" width="12" height="8" rx="3" fill="#f3c969"/></svg>',
)}`

/** Apps with their own metadata. */
export const fixturePeers = {
  lantern: {
    name: 'Lantern',
    description: 'A token with a light',
    url: 'https://app.lantern.example',
    icons: [picture],
  },
  quay: {
    name: 'Quay Exchange',
    description: '',
    url: 'https://quay.example:8443',
    icons: ['https://quay.example/i.png'],
  },
} as const

/** A connection to an app. */
export function fixtureSession(change: Partial<PairedSession> = {}): PairedSession {
  const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']
  return {
    topic: 'a'.repeat(64),
    pairingTopic: 'b'.repeat(64),
    peer: fixturePeers.lantern,
    peerPublicKey: 'c'.repeat(64),
    controller: 'wallet',
    namespaces: {
      eip155: {
        chains: fixtureChains.map(({ id }) => `eip155:${id}`),
        accounts: fixtureChains.map(({ id }) => `eip155:${id}:${fixtureAccounts[0]?.address}`),
        methods,
        events: ['chainChanged', 'accountsChanged'],
      },
    },
    requiredNamespaces: {},
    optionalNamespaces: {},
    expiry: fixtureNow / 1000 + 604_800,
    relays: ['ws://127.0.0.1:7100/relay'],
    chain: 'eip155:31337',
    ...change,
  }
}

/** A request to connect, also to networks that the phone does not have. */
export function proposal({ id = 1 }: { id?: number } = {}): PairedApproval {
  const { namespaces } = fixtureSession()
  return toApproval<'connect'>({
    kind: 'connect',
    id,
    method: 'wc_sessionPropose',
    params: [],
    peer: fixturePeers.lantern,
    expiry,
    namespaces,
    asked: {
      required: {},
      optional: {
        eip155: { chains: ['eip155:31337', 'eip155:31338', 'eip155:1'], methods: ['personal_sign'], events: [] },
        solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: [], events: [] },
      },
    },
  })
}

const signInText = (domain: string) => `${domain} wants you to sign in with your Ethereum account:
${fixtureAccounts[0]?.address}

Sign in to Lantern. It costs nothing.

URI: https://${domain}
Version: 1
Chain ID: 31337
Nonce: f3J8s01mPq7LxTz2
Issued At: 2026-11-20T20:29:00Z`

/** A request to connect with a sign-in. */
export function signIn({
  id = 2,
  domain = 'app.lantern.example',
}: {
  id?: number
  domain?: string
} = {}): PairedApproval {
  const [account] = fixtureAccounts
  if (!account) throw new Error('There are no accounts')
  return toApproval<'signIn'>({
    kind: 'signIn',
    id,
    method: 'wc_sessionAuthenticate',
    params: [],
    peer: fixturePeers.lantern,
    expiry,
    messages: [
      { chain: 'eip155:31337', account, text: signInText(domain) },
      { chain: 'eip155:31338', account, text: signInText(domain).replace('31337', '31338') },
    ],
  })
}

/** A request of a connected app. */
function request({
  id = 3,
  method,
  params,
}: {
  id?: number
  method: string
  params: readonly unknown[]
}): PairedApproval {
  const [account] = fixtureAccounts
  if (!account) throw new Error('There are no accounts')
  return toApproval<'request'>({
    kind: 'request',
    id,
    method,
    params,
    peer: fixturePeers.lantern,
    expiry,
    topic: 'a'.repeat(64),
    chain: 'eip155:31337',
    network: fixtureNetworks[0],
    account,
  })
}

/** A request of another family, for the same owner. */
function familyRequest({
  family,
  address,
  chain,
  ...rest
}: {
  id?: number
  family: string
  address: string
  chain: string
  method: string
  params: readonly unknown[]
}): PairedApproval {
  const base = request(rest)
  const account = { index: 0, name: 'Ada', family, address }
  return {
    ...base,
    account,
    chain,
    network: { chain, name: 'Jetty', rpcUrl: 'http://rpc.fixture/three' },
  } as PairedApproval
}

const [owner] = fixtureAccounts
const from = owner?.address
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

const solana = { family: 'solana', chain: 'solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX' }
const bitcoin = { family: 'bip122', chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' }

/** Requests of every kind, by name. */
export const fixtureRequests = {
  solanaMessage: () =>
    familyRequest({
      ...{ ...solana, address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', method: 'solana_signMessage' },
      // Ahoy
      params: [{ message: '2fyGtG' }],
    }),
  bitcoinTransfer: () =>
    familyRequest({
      ...{ ...bitcoin, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', method: 'sendTransfer' },
      params: [
        { recipientAddress: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry', amount: '125000' },
      ],
    }),
  bitcoinUnreadable: () =>
    familyRequest({
      ...{ ...bitcoin, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', method: 'signPsbt' },
      params: [{ psbt: 'AAAA' }],
    }),
  message: () =>
    request({
      method: 'personal_sign',
      params: ['Ahoy from the harbour.\n\nThis shows that the account is yours.', from],
    }),
  hidden: () => request({ method: 'personal_sign', params: ['Pay\u200bPal wants\u202e you to sign', from] }),
  signIn: () => request({ method: 'personal_sign', params: [signInText('app.lantern.example'), from] }),
  foreignSignIn: () => request({ method: 'personal_sign', params: [signInText('bank.example'), from] }),
  send: () => request({ method: 'eth_sendTransaction', params: [{ from, to: receiver, value: '0x14d1120d7b160000' }] }),
  sendToken: () =>
    request({
      method: 'eth_sendTransaction',
      params: [{ from, to: fixtureToken, data: `0xa9059cbb${word(receiver)}${word('0x43c33c1937564800000')}` }],
    }),
  approveAll: () =>
    request({
      method: 'eth_sendTransaction',
      params: [{ from, to: fixtureToken, data: `0x095ea7b3${word(receiver)}${'f'.repeat(64)}` }],
    }),
  typedData: () =>
    request({
      method: 'eth_signTypedData_v4',
      params: [
        from,
        JSON.stringify({
          types: {
            EIP712Domain: [
              { name: 'name', type: 'string' },
              { name: 'chainId', type: 'uint256' },
            ],
            Person: [
              { name: 'name', type: 'string' },
              { name: 'wallet', type: 'address' },
            ],
            Mail: [
              { name: 'from', type: 'Person' },
              { name: 'to', type: 'Person' },
              { name: 'contents', type: 'string' },
            ],
          },
          primaryType: 'Mail',
          domain: { name: 'Harbour Mail', chainId: 31337 },
          message: {
            from: { name: 'Ada', wallet: from },
            to: { name: 'Grace', wallet: receiver },
            contents: 'The tide is at nine.',
          },
        }),
      ],
    }),
  switchChain: () => request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] }),
  forbidden: () => request({ method: 'eth_sign', params: [from, `0x${'ab'.repeat(32)}`] }),
}
