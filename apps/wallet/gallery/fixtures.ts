import type {
  AssetName,
  BalanceChange,
  Description,
  DescriptionField,
  Finding,
  PreparedTransaction,
} from '@latchkey/clear-signing'
import type { Card, CardFailure } from '../src/cards/Card.ts'

/** The time of every scene. */
export const galleryNow = Date.UTC(2026, 10, 20, 14, 5, 0)

export const account = '0x52908400098527886E0F7030069857D2E4169EE7'
export const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const lookAlike = '0x8617a2C1D07a8bFc1F306F4090FD50E2c3c8070D'
export const router = '0xde709f2102306220921060314715629080e2fb77'

export const asker = { origin: 'https://app.brass.example', claimedName: 'Brass' }
export const failure = (code: CardFailure['code'], message: string): CardFailure => ({ code, message })

export const coin: AssetName = { address: null, symbol: 'ETH', name: 'Ether', decimals: 18, kind: 'native' }
export const dollar: AssetName = {
  address: '0x27b1fdb04752bbc536007a920d24acb045561c26',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  kind: 'erc20',
}
export const brass: AssetName = {
  address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  symbol: 'BRASS',
  name: 'Brass',
  decimals: 18,
  kind: 'erc20',
}
export const lantern: AssetName = {
  address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
  symbol: 'LANTERN',
  name: 'Lanterns of the Harbor',
  decimals: 0,
  kind: 'erc721',
}

const amount = (name: string, label: DescriptionField['label'], asset: AssetName, text: string, isUnlimited = false) =>
  ({
    name,
    label,
    type: 'uint256',
    value: { kind: 'amount', amount: 0n, text, asset, isUnlimited },
    children: [],
  }) satisfies DescriptionField
type AddressValue = Extract<DescriptionField['value'], { kind: 'address' }>
const address = (
  name: string,
  label: DescriptionField['label'],
  value: Omit<AddressValue, 'kind'>,
): DescriptionField => ({ name, label, type: 'address', value: { kind: 'address', ...value }, children: [] })
const text = (name: string, value: string): DescriptionField => ({
  name,
  label: null,
  type: 'string',
  value: { kind: 'text', text: value },
  children: [],
})
const change = (direction: 'in' | 'out', asset: AssetName, amountText: string): BalanceChange => ({
  asset,
  direction,
  amount: 0n,
  amountText,
  tokenId: asset.kind === 'erc721' ? 1077n : null,
  counterparty: null,
})
/** A finding. */
export const warn = (
  code: Finding['code'],
  level: Finding['level'] = 'warn',
  values: Finding['values'] = {},
): Finding => ({
  level,
  code,
  values,
})

const transaction: PreparedTransaction = {
  type: 'eip1559',
  chainId: 31_337,
  to: dollar.address as `0x${string}`,
  value: 0n,
  data: '0xa9059cbb',
  nonce: 4,
  gas: 65_000n,
  maxFeePerGas: 12_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
}
const fee = {
  gas: 65_000n,
  maxFeePerGas: 12_000_000_000n,
  cost: 780_000_000_000_000n,
  costText: '0.00078',
  symbol: 'ETH',
}
/** A request as received. */
export const raw = (value: unknown) => JSON.stringify(value, null, 2)

/** Base of all descriptions. */
export const base: Description = {
  intent: 'contractCall',
  target: null,
  signature: null,
  fields: [],
  balanceChanges: [],
  message: null,
  fee,
  findings: [],
  transaction,
  parts: [],
  raw: raw({ method: 'eth_sendTransaction', params: [{ from: account, to: dollar.address, data: '0xa9059cbb…' }] }),
}

const nameMessage = (message: string): Description => ({
  ...{ ...base, intent: 'signMessage', balanceChanges: null, fee: null, transaction: null, message },
  raw: raw({ method: 'personal_sign', params: ['0x7b226e616d65223a…', account] }),
})

/** Descriptions as clear signing gives them. */
export const descriptions = {
  send: {
    ...base,
    intent: 'send',
    target: { address: dollar.address ?? router, name: 'USD Coin', notice: null },
    signature: 'transfer(address,uint256)',
    fields: [
      address('to', 'receiver', { address: friend, name: 'mira.latch', notice: { kind: 'known' } }),
      amount('value', 'amount', dollar, '1250.5'),
    ],
    balanceChanges: [change('out', dollar, '1250.5')],
  },
  sendLookAlike: {
    ...base,
    intent: 'send',
    target: { address: dollar.address ?? router, name: 'USD Coin', notice: null },
    signature: 'transfer(address,uint256)',
    fields: [
      address('to', 'receiver', {
        address: lookAlike,
        name: null,
        notice: { kind: 'lookAlike', resembles: friend },
      }),
      amount('value', 'amount', dollar, '1250.5'),
    ],
    balanceChanges: [change('out', dollar, '1250.5')],
    findings: [warn('lookAlikeReceiver'), warn('testNetwork', 'note')],
  },
  approveUnlimited: {
    ...base,
    intent: 'approve',
    target: { address: dollar.address ?? router, name: 'USD Coin', notice: null },
    signature: 'approve(address,uint256)',
    fields: [
      address('spender', 'spender', { address: router, name: null, notice: { kind: 'firstTime' } }),
      amount('value', 'amount', dollar, '115792089237316195423570985008687907853269984665640564039457', true),
    ],
    findings: [
      warn('unlimitedApproval', 'warn', { symbol: 'USDC', spender: router }),
      warn('unlimitedApproval', 'warn', { symbol: 'BRASS', spender: friend }),
      warn('unverifiedContract', 'warn', { address: router, reason: 'unknown' }),
      warn('lossWithoutReturn', 'warn', { amount: '1250.5', symbol: 'USDC' }),
      warn('highFee', 'warn', { cost: '0.00078', symbol: 'ETH' }),
    ],
  },
  swap: {
    ...base,
    intent: 'swap',
    target: { address: router, name: 'Harbor Exchange', notice: null },
    signature: 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    fields: [
      amount('amountIn', 'paid', dollar, '250'),
      amount('amountOutMin', 'minimumReceived', brass, '1023.482910477'),
      address('to', 'receiver', { address: account, name: null, notice: { kind: 'own' } }),
      {
        name: 'deadline',
        label: 'deadline',
        type: 'uint256',
        value: { kind: 'time', unixSeconds: galleryNow / 1000 + 1200 },
        children: [],
      },
    ],
    balanceChanges: [change('out', dollar, '250'), change('in', brass, '1028.625540178391204482')],
  },
  nft: {
    ...base,
    intent: 'sendNft',
    target: { address: lantern.address ?? router, name: lantern.name, notice: null },
    signature: 'safeTransferFrom(address,address,uint256)',
    fields: [address('to', 'receiver', { address: friend, name: null, notice: { kind: 'firstTime' } })],
    balanceChanges: [change('out', lantern, '1')],
    findings: [warn('firstTimeReceiver')],
  },
  blind: {
    ...base,
    intent: 'contractCall',
    target: { address: router, name: null, notice: { kind: 'unchecked' } },
    fields: [
      {
        name: 'data',
        label: null,
        type: 'bytes',
        value: {
          kind: 'bytes',
          hex: '0xdeadbeef00000000000000000000000000000000000000000000000000000000000000204c61746368',
        },
        children: [],
      },
    ],
    balanceChanges: null,
    findings: [warn('blindData'), warn('simulationFailed'), warn('unverifiedContract')],
  },
  batch: {
    ...base,
    intent: 'batch',
    balanceChanges: [change('out', dollar, '250'), change('in', brass, '1028.62')],
    transaction: null,
    parts: [
      {
        ...base,
        intent: 'approve',
        fields: [
          address('spender', 'spender', { address: router, name: 'Harbor Exchange', notice: { kind: 'known' } }),
          amount('value', 'amount', dollar, '250'),
        ],
      },
      {
        ...base,
        intent: 'swap',
        target: { address: router, name: 'Harbor Exchange', notice: null },
        fields: [
          amount('amountIn', 'paid', dollar, '250'),
          amount('amountOutMin', 'minimumReceived', brass, '1023.482910477'),
        ],
      },
    ],
  },
  signIn: {
    ...base,
    intent: 'signIn',
    target: null,
    balanceChanges: null,
    fee: null,
    transaction: null,
    message: [
      `app.brass.example wants you to sign in with your Ethereum account:`,
      account,
      '',
      'Welcome back to Brass.',
      '',
      'URI: https://app.brass.example',
      'Version: 1',
      'Chain ID: 31337',
      'Nonce: 8fbd2ac41c',
      'Issued At: 2026-11-20T14:04:48.000Z',
    ].join('\n'),
    raw: raw({ method: 'personal_sign', params: ['0x6170702e…', account] }),
  },
  hidden: {
    ...base,
    intent: 'signMessage',
    balanceChanges: null,
    fee: null,
    transaction: null,
    message: 'I agree to the terms of pay\u200bpal.\n\u202eelpmaxe.live//:sptth\u202c\n\nThank you 👩‍🚀',
    findings: [warn('hiddenCharacters')],
    raw: raw({ method: 'personal_sign', params: ['0x4920616772656520…', account] }),
  },
  nameRegister: {
    ...nameMessage('{"name":"mira.latchkey.eth","attributes":{},"timestamp":1795183488}'),
    nameMessage: { name: 'mira.latchkey.eth', timestamp: 1_795_183_488, network: null },
  },
  nameTexts: {
    ...nameMessage(
      `{"name":"mira.latchkey.eth","attributes":{"url":"https://mira.example.org","description":"Lanterns, mended and made. Harbor road 7, ring twice.","com.twitter":"","avatar":"data:image/png;base64,${'iVBORw0KGgo'.repeat(3000)}"},"timestamp":1795183488}`,
    ),
    fields: [
      { ...text('url', 'https://mira.example.org'), type: '' },
      { ...text('description', 'Lanterns, mended and made. Harbor road 7, ring twice.'), type: '' },
      { ...text('com.twitter', ''), type: '' },
      { name: 'avatar', label: null, type: '', value: { kind: 'picture', size: 24_750 }, children: [] },
    ],
    nameMessage: { name: 'mira.latchkey.eth', timestamp: 1_795_183_488, network: null },
  },
  nameToOther: {
    ...nameMessage(
      `{"name":"mira.latchkey.eth","attributes":{},"timestamp":1795183488,"address":"${friend}","coin_type":60}`,
    ),
    target: { address: friend, name: null, notice: { kind: 'firstTime' } },
    nameMessage: { name: 'mira.latchkey.eth', timestamp: 1_795_183_488, network: 'Ethereum' },
    findings: [warn('nameToOther', 'warn', { address: friend })],
  },
  typed: {
    ...base,
    intent: 'signTypedData',
    balanceChanges: null,
    fee: null,
    transaction: null,
    signature: 'Order',
    target: { address: router, name: 'Harbor Exchange', notice: null },
    fields: [
      address('maker', null, { address: account, name: null, notice: { kind: 'own' } }),
      {
        name: 'asset',
        label: null,
        type: 'Asset',
        value: { kind: 'none' },
        children: [
          address('token', 'token', { address: brass.address ?? router, name: 'Brass', notice: null }),
          amount('amount', 'amount', brass, '18.25'),
          text('memo', 'Second lot'),
        ],
      },
      {
        name: 'salt',
        label: null,
        type: 'bytes32',
        value: { kind: 'bytes', hex: '0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658' },
        children: [],
      },
      {
        name: 'deadline',
        label: 'deadline',
        type: 'uint256',
        value: { kind: 'time', unixSeconds: galleryNow / 1000 + 3600 },
        children: [],
      },
    ],
    raw: raw({ method: 'eth_signTypedData_v4', params: [account, { primaryType: 'Order' }] }),
  },
  permit: {
    ...base,
    intent: 'permit',
    balanceChanges: null,
    fee: null,
    transaction: null,
    signature: 'Permit',
    target: { address: dollar.address ?? router, name: 'USD Coin', notice: null },
    fields: [
      address('spender', 'spender', { address: router, name: null, notice: { kind: 'firstTime' } }),
      amount('value', 'amount', dollar, '500'),
      {
        name: 'deadline',
        label: 'deadline',
        type: 'uint256',
        value: { kind: 'time', unixSeconds: galleryNow / 1000 + 86_400 * 30 },
        children: [],
      },
    ],
    findings: [warn('permitSignature'), warn('firstTimeReceiver')],
    raw: raw({ method: 'eth_signTypedData_v4', params: [account, { primaryType: 'Permit' }] }),
  },
  refusedSignIn: {
    ...base,
    intent: 'signIn',
    balanceChanges: null,
    fee: null,
    transaction: null,
    message: 'bank.example wants you to sign in with your Ethereum account',
    findings: [warn('domainMismatch', 'refuse')],
    raw: raw({ method: 'personal_sign', params: ['0x62616e6b…', account] }),
  },
} as const satisfies Record<string, Description>

/** An approval of a description. */
export function approval(
  description: Description | null,
  more: Partial<Extract<Card, { kind: 'approve' }>> = {},
): Extract<Card, { kind: 'approve' }> {
  return {
    kind: 'approve',
    id: 'aa0f6f9e-5b0c-4d4b-9f43-6f2f3a6f1c11',
    asker,
    method: 'eth_sendTransaction',
    account: { address: account, person: 'mira@example.org' },
    network: { chainId: 'eip155:31337', name: 'Local One', symbol: 'ETH', testnet: true },
    description,
    place: 'card',
    windowReason: 'engine',
    state: description === null ? 'reading' : 'ready',
    failure: null,
    ...more,
  }
}
