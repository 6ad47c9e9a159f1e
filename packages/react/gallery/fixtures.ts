import type {
  ActivityState,
  BalancesState,
  ConnectedAccount,
  ConnectionState,
  ConnectorInfo,
  Contact,
  EmailState,
  LatchkeyConfig,
  Network,
  PermissionsState,
  SendFeature,
  SendPreview,
  SendState,
  TrackedTransaction,
  TransactionCall,
  WalletChoice,
  WalletEntry,
  WalletsState,
} from '@latchkey/core'
import { toEip155ChainId } from '@latchkey/protocol'
import type { Balance, HistoryItem, Name, Transfer, WalletListing } from '@latchkey/protocol/api'
import { tokenPictures, walletPictures } from './pictures.ts'

/** Time in the gallery: 6 October 2026, 14:05 UTC. */
export const galleryNow = Date.UTC(2026, 9, 6, 14, 5)

function network(id: number, name: string, testnet = false): Network {
  return {
    id,
    caipNetworkId: toEip155ChainId(id),
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`http://127.0.0.1:${8545 + (id % 10)}`] } },
    blockExplorers: id === 31337 ? { default: { name: 'Explorer', url: 'https://explorer.example' } } : undefined,
    testnet,
  }
}

export const localOne = network(31337, 'Local One')
export const localTwo = network(31338, 'Local Two')
const harborNet = network(777, 'Harbor Testnet', true)

/** Networks of every family. */
export const allFamilies: LatchkeyConfig['networks'] = [
  localOne,
  localTwo,
  harborNet,
  { ...localOne, id: 'solana', caipNetworkId: 'solana:local', chainNamespace: 'solana', name: 'Solana' },
  { ...localOne, id: 'bitcoin', caipNetworkId: 'bip122:local', chainNamespace: 'bip122', name: 'Bitcoin' },
]

export const config: LatchkeyConfig = {
  projectId: '0123456789abcdef0123456789abcdef',
  apiUrl: 'https://api.example',
  networks: [localOne, localTwo, harborNet],
  metadata: { name: 'Brass', url: 'https://brass.example' },
  termsUrl: 'https://brass.example/terms',
  privacyUrl: 'https://brass.example/privacy',
}

/** A site with the embedded wallet. */
export const withWallet: Partial<LatchkeyConfig> = { wallet: { url: 'https://wallet.brass.example' } }

export const noEmail: EmailState = {
  status: 'idle',
  email: undefined,
  left: undefined,
  failure: undefined,
  update: { status: 'idle', email: undefined, failure: undefined },
  prompt: undefined,
  user: undefined,
  isProtected: undefined,
  isKept: undefined,
}

export const me = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** Has the same first and last digits as the friend's address. */
export const falseFriend = '0x3C44a1e0B97d52f3c8e6D4071b2f95a3c06e93bC'
export const shop = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

function injected(id: string, name: string, icon: string): ConnectorInfo {
  return { id, namespace: 'eip155', name, icon, rdns: id, type: 'injected' }
}

/** A wallet of this browser with one connector. */
export function installed(id: string, name: string, icon: string, recent = false): WalletEntry {
  return { id, name, icon, rdns: id, connectors: [injected(id, name, icon)], listing: undefined, recent }
}

export const noWallets: WalletsState = {
  installed: [],
  recent: [],
  featured: [],
  custom: [],
  recommended: [],
  ownRelay: [],
  count: 10,
  directory: 'ready',
}

export const wallets: WalletsState = {
  ...noWallets,
  installed: [
    installed('example.harbor', 'Harbor', walletPictures.harbor, true),
    installed('example.orbit', 'Orbit Wallet', walletPictures.orbit),
    installed('dev.latchkey.sandbox', 'Local test wallet (sandbox)', walletPictures.sandbox),
  ],
}

function listing(id: string, name: string, image: string, installable = true): WalletListing {
  return {
    id,
    name,
    homepage: `https://${id}.example`,
    image_id: id,
    image_url: image,
    order: 1,
    badge_type: null,
    chains: ['eip155:31337'],
    mobile_link: null,
    desktop_link: null,
    webapp_link: null,
    link_mode: null,
    app_store: null,
    play_store: null,
    chrome_store: installable ? `https://shop.example/${id}` : null,
    rdns: `example.${id}`,
    injected: null,
  }
}

export const listings: readonly WalletListing[] = [
  listing('harbor', 'Harbor', walletPictures.harbor),
  listing('fern', 'Fern', walletPictures.fern),
  listing('ember', 'Ember', walletPictures.ember),
  listing('orbit', 'Orbit Wallet', walletPictures.orbit),
  ...['Lantern', 'North', 'Quill', 'Tidal', 'Cobalt', 'Maple'].map((name) => listing(name.toLowerCase(), name, '')),
]

/** The ways to reach a wallet if the app has no WalletConnect. */
export function choicesOf({ connectors, listing }: WalletEntry): readonly WalletChoice[] {
  if (connectors.length > 0) return [{ type: 'browser', connectors }]
  const url = listing?.chrome_store
  return url ? [{ type: 'install', store: 'chrome', url }] : []
}

/** A wallet of the directory in the form that the kit lists. */
export function listed(listing: WalletListing): WalletEntry {
  const { id, name, image_url, rdns } = listing
  return { id: rdns ?? id, name, icon: image_url, rdns, connectors: [], listing, recent: false }
}

export const account: ConnectedAccount = {
  namespace: 'eip155',
  address: me,
  caipAddress: `${localOne.caipNetworkId}:${me}`,
  type: 'eoa',
  allAccounts: [{ namespace: 'eip155', address: me, type: 'eoa' }],
  chainId: localOne.caipNetworkId,
  connector: injected('example.harbor', 'Harbor', walletPictures.harbor),
}

export const embeddedAccount: ConnectedAccount = {
  ...account,
  connector: {
    id: 'latchkey',
    namespace: 'eip155',
    name: 'Brass Wallet',
    icon: walletPictures.harbor,
    rdns: 'dev.latchkey.wallet',
    type: 'embedded',
  },
}

/** Connected with one wallet. */
export function connectedAs(account: ConnectedAccount): ConnectionState {
  return {
    status: 'connected',
    account,
    connections: [{ account, active: true }],
    asking: undefined,
    failure: undefined,
  }
}

export const disconnected: ConnectionState = {
  status: 'disconnected',
  connections: [],
  asking: undefined,
  failure: undefined,
}

export const noPermissions: PermissionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

export const embedded: ConnectionState = connectedAs(embeddedAccount)

/** The user of the embedded wallet. */
export const walletUser = {
  address: me,
  email: 'ada@brass.example',
  chainId: localOne.caipNetworkId,
  accounts: [{ address: me, type: 'eoa' as const }],
}

export const signedIn: Partial<EmailState> = {
  email: 'ada@brass.example',
  user: walletUser,
  isProtected: false,
}

export const connected: ConnectionState = connectedAs(account)

function token(
  symbol: string,
  name: string,
  numeric: string,
  price: number | null,
  {
    decimals = 18,
    iconUrl = null,
    native = false,
  }: { decimals?: number; iconUrl?: string | null; native?: boolean } = {},
): Balance {
  const address = `0x${[...symbol]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(40, '0')}`
  return {
    name,
    symbol,
    chainId: localOne.caipNetworkId,
    ...(native ? {} : { address: `${localOne.caipNetworkId}:${address}` as const }),
    value: price === null ? null : Number(numeric) * price,
    price,
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
  }
}

export const ether = token('ETH', 'Ether', '12.408811930112000000', 2451.3, {
  iconUrl: tokenPictures.ether,
  native: true,
})
export const dollar = token('USDX', 'Example Dollar', '8210.550000', 1.0002, {
  decimals: 6,
  iconUrl: tokenPictures.dollar,
})
const brass = token('BRASS', 'Brass', '152400.000000000000000000', 0.0841, { iconUrl: tokenPictures.brass })
const satoshi = token('SATX', 'Example Bitcoin', '0.00042137', 61240.4, { decimals: 8 })
const toll = token('TOLL', 'Toll Token', '2500.000000000000000000', null)

export const tokens: readonly Balance[] = [ether, brass, dollar, satoshi, toll]

export const balances: BalancesState = {
  status: 'ready',
  data: tokens,
  otherAssets: [],
  updatedAt: galleryNow - 4000,
  error: undefined,
  account: account.caipAddress,
  blockedUntil: undefined,
  total: tokens.reduce((sum, { value }) => sum + (value ?? 0), 0),
}

export const noBalances: BalancesState = {
  status: 'idle',
  data: undefined,
  otherAssets: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  blockedUntil: undefined,
  total: undefined,
}

function transfer(symbol: string, numeric: string, direction: Transfer['direction'], price: number | null): Transfer {
  return {
    fungible_info: { name: symbol, symbol, icon: { url: null } },
    nft_info: null,
    address: null,
    direction,
    quantity: { numeric },
    value: price === null ? null : Number(numeric) * price,
    price,
  }
}

let nonce = 0
function item(
  operationType: HistoryItem['metadata']['operationType'],
  minedAt: string,
  transfers: readonly Transfer[],
  {
    from = friend,
    to = me,
    status = 'confirmed',
  }: { from?: string; to?: string; status?: HistoryItem['metadata']['status'] } = {},
): HistoryItem {
  nonce++
  const hash = `0x${nonce.toString(16).padStart(4, '0').repeat(16)}`
  return {
    id: `item-${nonce}`,
    metadata: {
      operationType,
      hash,
      minedAt,
      sentFrom: `${localOne.caipNetworkId}:${from}`,
      sentTo: `${localOne.caipNetworkId}:${to}`,
      status,
      nonce,
      application: operationType === 'trade' ? { name: 'Pool', iconUrl: null } : null,
      chain: localOne.caipNetworkId,
    },
    transfers: [...transfers],
  }
}

const nft: Transfer = {
  fungible_info: null,
  nft_info: { name: 'Keyhole #12', content: { preview: { url: null } }, flags: { is_spam: false } },
  address: null,
  direction: 'in',
  quantity: { numeric: '1' },
  value: null,
  price: null,
}

export const history: readonly HistoryItem[] = [
  item('send', '2026-10-06T14:04:51Z', [transfer('USDX', '250', 'out', 1)], {
    from: me,
    to: friend,
    status: 'pending',
  }),
  item('receive', '2026-10-06T11:40:00Z', [transfer('ETH', '1.25', 'in', 2451.3)]),
  item(
    'trade',
    '2026-10-05T09:12:00Z',
    [transfer('USDX', '420.5', 'out', 1), transfer('BRASS', '5000', 'in', 0.0841)],
    { from: me, to: shop },
  ),
  item('send', '2026-10-03T18:22:00Z', [transfer('ETH', '0.4', 'out', 2451.3)], {
    from: me,
    to: shop,
    status: 'failed',
  }),
  item('mint', '2026-10-01T08:00:00Z', [nft], { from: shop }),
  item('send', '2026-09-28T16:30:00Z', [transfer('BRASS', '12000', 'out', 0.0841)], { from: me, to: friend }),
  item('approve', '2026-09-28T16:28:00Z', [], { from: me, to: shop }),
  item('receive', '2026-09-14T10:05:00Z', [transfer('TOLL', '2500', 'in', null)]),
  item('receive', '2026-09-02T07:45:00Z', [transfer('SATX', '0.00042137', 'in', 61240.4)]),
]

export const activity: ActivityState = {
  status: 'ready',
  data: history,
  updatedAt: galleryNow - 3000,
  error: undefined,
  account: account.caipAddress,
  hasMore: false,
  loadingMore: false,
}

export const noActivity: ActivityState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  hasMore: false,
  loadingMore: false,
}

export const preview: SendPreview = {
  chainId: localOne.caipNetworkId,
  from: me,
  receiver: friend,
  token: dollar,
  amount: 250_000_000n,
  amountText: '250',
  value: 250.05,
  remainingText: '7960.55',
  transaction: { namespace: 'eip155', to: friend, value: 0n, data: '0x', gas: 65_000n, gasPrice: 1_500_000_000n },
  networkCostText: '0.0000975',
  networkCostValue: 0.24,
  nativeSymbol: 'ETH',
  transferFeeText: null,
  transferFeeChecked: true,
  speed: 'standard',
}

export const sentHash = `0x${'5a1c'.repeat(16)}` as const

/** Cost of a send of 65,000 gas at each speed. */
export const gasPrices: Awaited<ReturnType<SendFeature['gasPrices']>> = {
  standard: { gasPrice: 1_500_000_000n, costText: '0.0000975' },
  fast: { gasPrice: 1_800_000_000n, costText: '0.000117' },
  instant: { gasPrice: 2_400_000_000n, costText: '0.000156' },
}

/** The same for a form. As in the kit, the costs are the most of the payment once its receiver and amount are known. */
export const gasPricesOf = ({ form, receiver }: SendState): typeof gasPrices => {
  const isKnown = receiver.status === 'resolved' || form.receiverAddress.startsWith('0x')
  const isMost = isKnown && form.sendTokenAmount !== ''
  const { standard, fast, instant } = gasPrices
  return { standard: { ...standard, isMost }, fast: { ...fast, isMost }, instant: { ...instant, isMost } }
}

/** The same on Bitcoin, for 141 virtual bytes. */
export const bitcoinPrices: Awaited<ReturnType<SendFeature['gasPrices']>> = {
  standard: { gasPrice: 4_000n, costText: '0.00000564', rateText: '4 sat/vB' },
  fast: { gasPrice: 12_000n, costText: '0.00001692', rateText: '12 sat/vB' },
  instant: { gasPrice: 21_500n, costText: '0.00003032', rateText: '21.5 sat/vB' },
}

export const contacts: readonly Contact[] = [
  { namespace: 'eip155', address: friend, name: 'fern.local', usedAt: galleryNow - 86_400_000, payments: 4 },
  { namespace: 'eip155', address: shop, name: undefined, usedAt: galleryNow - 5 * 86_400_000, payments: 1 },
]

/** A name of the visitor, in the form of the server's answer. */
export const nameOf = (name: string): Name => ({
  name,
  registered_at: new Date(galleryNow - 86_400_000).toISOString(),
  updated_at: null,
  attributes: {},
  addresses: { '60': { address: me, created_at: null } },
})

/** A send that waits for a block. */
export const trackedSend: TrackedTransaction & { call: TransactionCall } = {
  id: 'a'.repeat(32),
  chainId: localOne.caipNetworkId,
  from: me,
  call: { to: friend, value: 0n, data: '0x', gas: 65_000n, gasPrice: 1_500_000_000n },
  summary: {
    type: 'send',
    symbol: dollar.symbol,
    amountText: '250',
    iconUrl: dollar.iconUrl,
    receiver: friend,
    receiverName: 'fern.local',
  },
  status: { type: 'pending', hash: sentHash, slow: false, reorged: false },
  nonce: 12,
  hashes: [sentHash],
  canceling: false,
  askedAt: galleryNow - 20_000,
}

/** An approval for a swap that waits for a block. */
export const trackedApproval: TrackedTransaction = {
  ...trackedSend,
  summary: { type: 'approve', symbol: dollar.symbol, amountText: '420.5', iconUrl: dollar.iconUrl, spender: shop },
}

/** A swap that waits for a block. */
export const trackedSwap: TrackedTransaction = {
  ...trackedSend,
  summary: {
    type: 'swap',
    from: { symbol: dollar.symbol, amountText: '420.5', iconUrl: dollar.iconUrl },
    to: { symbol: brass.symbol, amountText: '5000', minimumText: '4950', iconUrl: brass.iconUrl },
  },
}
