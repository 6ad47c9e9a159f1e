import type { ConnectedAccount, Network, SendPreview, SendState, ViewEntry } from '@latchkey/core'
import type { Balance } from '@latchkey/protocol/api'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import { balances } from './fixtures.ts'
import type { Scene } from './scenes.ts'
import { bitcoin, ember, families, harborSolana, solana } from './severalWallets.ts'

const home: ViewEntry = { name: 'Account', data: undefined }

function coin(network: typeof solana, numeric: string, price: number): Balance {
  const { name, symbol, decimals } = network.nativeCurrency
  return {
    ...{ name, symbol, chainId: network.caipNetworkId, price, value: price * Number(numeric) },
    quantity: { decimals: String(decimals), numeric },
    iconUrl: null,
  }
}
const sol = coin(solana, '12.500000000', 180)
const btc = coin(bitcoin, '0.42000000', 98_000)
const feeToken: Balance = {
  name: 'Fee Token',
  symbol: 'FEE',
  chainId: solana.caipNetworkId,
  address: `${solana.caipNetworkId}:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin`,
  price: 0.5,
  value: 620.5,
  quantity: { decimals: '6', numeric: '1241.000000' },
  iconUrl: null,
}

const worldOf = (account: ConnectedAccount, active: Network, data: readonly Balance[]): FixtureWorld => ({
  config: { networks: families },
  networks: { networks: families, active },
  connection: {
    status: 'connected',
    account,
    connections: [{ account, active: true }],
    asking: undefined,
    failure: undefined,
  },
  balances: {
    ...balances,
    data,
    account: account.caipAddress,
    total: data.reduce((sum, { value }) => sum + (value ?? 0), 0),
  },
})
const onSolana = worldOf(harborSolana, solana, [sol, feeToken])
const onBitcoin = worldOf(ember, bitcoin, [btc])

const solanaPreview: SendPreview = {
  chainId: solana.caipNetworkId,
  from: harborSolana.address,
  receiver: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
  receiverNotice: { type: 'unseen', complete: true },
  token: feeToken,
  amount: 100_000_000n,
  amountText: '100',
  value: 50,
  remainingText: '1141',
  transaction: {
    namespace: 'solana',
    mint: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    tokenProgram: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    source: '4q2wPZMys1zCoAVpNmhgmofb6YM9MqLXmV25LdtEMAf9',
    destination: '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv',
    createsAccount: true,
    rent: 2_108_880n,
    computeUnitLimit: 60_000,
    computeUnitPrice: 1_000n,
    fee: 5_060n,
  },
  speed: 'standard',
  networkCostText: '0.00211394',
  networkCostValue: 0.38,
  nativeSymbol: 'SOL',
  transferFeeText: '1',
  transferFeeChecked: true,
}
const bitcoinPreview: SendPreview = {
  chainId: bitcoin.caipNetworkId,
  from: ember.address,
  receiver: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  token: btc,
  amount: 5_000_000n,
  amountText: '0.05',
  value: 4900,
  remainingText: '0.36998308',
  transaction: {
    namespace: 'bip122',
    psbt: '',
    inputs: [{ txid: '5a1c'.repeat(16), vout: 1, value: 7_000_000n, address: ember.address }],
    outputs: [
      { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', value: 5_000_000n, isChange: false },
      { address: ember.address, value: 1_998_308n, isChange: true },
    ],
    fee: 1_692n,
    feeRate: 12_000n,
    vsize: 141,
  },
  speed: 'fast',
  networkCostText: '0.00001692',
  networkCostValue: 1.66,
  nativeSymbol: 'BTC',
  transferFeeText: null,
  transferFeeChecked: true,
}
const preview = (shown: SendPreview): SendState => ({
  status: 'preview',
  form: { token: shown.token, sendTokenAmount: shown.amountText, receiverAddress: shown.receiver, speed: shown.speed },
  receiver: { status: 'none' },
  issues: [],
  preview: shown,
})
/** The kit's state after the review of an empty form on Solana. */
const incomplete: Partial<SendState> = {
  status: 'editing',
  form: { token: sol, sendTokenAmount: '', receiverAddress: '', speed: 'standard' },
  issues: [
    { field: 'sendTokenAmount', code: 'invalid_amount', message: 'Enter an amount' },
    { field: 'receiverAddress', code: 'invalid_receiver', message: 'Enter a valid receiver address' },
    { field: 'transaction', code: 'payment_incomplete', message: 'Please enter a valid amount and receiver address' },
  ],
}
const review: readonly ViewEntry[] = [
  home,
  { name: 'WalletSend', data: undefined },
  { name: 'WalletSendPreview', data: undefined },
]

/** Scenes with features that only Solana and Bitcoin have. */
export const familyScenes: readonly Scene[] = [
  { id: 'account-solana', world: onSolana, history: [home] },
  {
    id: 'send-bitcoin',
    world: { ...onBitcoin, gasPrices: 'bitcoin', send: { ...preview(bitcoinPreview), status: 'editing' } as SendState },
    history: [home, { name: 'WalletSend', data: undefined }],
  },
  { id: 'send-preview-solana', world: { ...onSolana, send: preview(solanaPreview) }, history: review },
  { id: 'send-preview-bitcoin', world: { ...onBitcoin, send: preview(bitcoinPreview) }, history: review },
  { id: 'receive-bitcoin', world: onBitcoin, history: [home, { name: 'Receive', data: undefined }] },
]

/** An empty form on Solana, after the visitor asked for the review. */
export const incompleteSolana: Scene = {
  id: 'send-incomplete-solana',
  world: { ...onSolana, send: { ...preview(solanaPreview), ...incomplete } as SendState },
  history: [home, { name: 'WalletSend', data: undefined }],
}
