import type { AssetName, CoinInput, CoinOutput, Description, DescriptionField } from '@latchkey/clear-signing'
import { base, raw, warn } from './fixtures.ts'

const own = '7vZtq9Vq1mGcRZ1mXoxSdRf3rUAnVzSCXvT9oVYcQxYd'
const friend = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const ownCoin = 'bc1q5rdxfjy9t4tc9c6k4dxk4h5jthg0sfxs3ndyku'
const ownPiece = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const payee = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const other = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'

const sol: AssetName = { address: null, symbol: 'SOL', name: 'Solana', decimals: 9, kind: 'native' }
const usd: AssetName = {
  ...{ address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', name: 'USD Coin' },
  ...{ decimals: 6, kind: 'spl' },
}
const bitcoin: AssetName = { address: null, symbol: 'BTC', name: 'Bitcoin', decimals: 8, kind: 'native' }
const out = (asset: AssetName, amountText: string) =>
  ({ asset, direction: 'out', amount: 0n, amountText, tokenId: null, counterparty: null }) as const
const money = (name: string, label: DescriptionField['label'], asset: AssetName, text: string): DescriptionField => ({
  ...{ name, label, type: 'u64', children: [] },
  value: { kind: 'amount', amount: 0n, text, asset, isUnlimited: false },
})
const who = (
  name: string,
  label: DescriptionField['label'],
  address: string,
  notice: 'known' | 'firstTime' | null = null,
): DescriptionField => ({
  ...{ name, label, type: 'address', children: [] },
  value: { kind: 'address', address, name: null, notice: notice && { kind: notice } },
})
const solana: Description = {
  ...{ ...base, intent: 'send', transaction: null, findings: [] },
  fee: { cost: 45_000n, costText: '0.000045', symbol: 'SOL', priorityText: '0.00004' },
  family: { payload: { kind: 'solanaTransactions', account: own, transactions: ['AQAB'], send: true } },
  raw: raw({ method: 'solana_signAndSendTransaction', params: { transaction: 'AQAAAAAA…' } }),
}
const input = (
  owner: CoinInput['owner'],
  address: string,
  amountText: string | null,
  more: Partial<CoinInput> = {},
) => ({
  ...{ outpoint: `${address}:0`, address, amount: 0n, amountText, owner, isSigned: owner !== 'other', sighash: null },
  ...more,
})
const output = (kind: CoinOutput['kind'], address: string | null, amountText: string, data: string | null = null) => ({
  ...{ kind, address, amount: 0n, amountText, data },
})
const coins: Description = {
  ...{ ...base, intent: 'send', transaction: null, findings: [] },
  target: { address: payee, name: null, notice: { kind: 'known' } },
  fields: [who('address', 'receiver', payee, 'known'), money('amount', 'amount', bitcoin, '0.0125')],
  balanceChanges: [out(bitcoin, '0.0125')],
  fee: { cost: 1_692n, costText: '0.00001692', symbol: 'BTC', rateText: '12' },
  family: {
    payload: { kind: 'bitcoinPsbt', account: ownCoin, psbt: 'cHNidP8B', inputs: [], broadcast: true },
    coins: {
      symbol: 'BTC',
      inputs: [input('payment', ownCoin, '0.02')],
      outputs: [output('receiver', payee, '0.0125'), output('change', ownCoin, '0.00748308')],
    },
  },
  raw: raw({ method: 'sendTransfer', params: { recipientAddress: payee, amount: '1250000' } }),
}
const { payload = null } = coins.family ?? {}

/** Requests of Solana and Bitcoin, as clear signing describes them. */
export const familyDescriptions = {
  solanaSend: {
    ...solana,
    signature: 'token.transferChecked',
    target: { address: friend, name: null, notice: { kind: 'firstTime' } },
    fields: [
      who('destination', 'receiver', friend, 'firstTime'),
      who('mint', 'token', usd.address ?? ''),
      money('amount', 'amount', usd, '250.5'),
      {
        ...{ name: 'memo', label: 'memo', type: 'string', children: [] },
        value: { kind: 'text', text: 'Invoice 1077, thank you' },
      },
      money('rent', 'rent', sol, '0.00203928'),
    ],
    balanceChanges: [out(sol, '0.00203928'), out(usd, '250.5')],
    findings: [warn('firstTimeReceiver', 'warn', { address: friend })],
  },
  solanaProgram: {
    ...solana,
    intent: 'programCall',
    target: { address: program, name: null, notice: null },
    fields: [who('program', 'program', program), who('1 signer writable', null, own)],
    balanceChanges: [out(sol, '1.5'), { ...out(usd, '241.118'), direction: 'in' }],
    findings: [warn('unknownProgram', 'warn', { address: program })],
  },
  solanaTaken: {
    ...solana,
    intent: 'changeAuthority',
    signature: 'token.setAuthority',
    target: { address: friend, name: null, notice: { kind: 'firstTime' } },
    fields: [who('account', 'tokenAccount', own), who('newAuthority', 'newOwner', friend, 'firstTime')],
    balanceChanges: [out(usd, '1250.5')],
    findings: [
      warn('tokenAccountTaken', 'warn', { symbol: 'USDC', address: friend }),
      warn('noExpiry'),
      warn('otherFeePayer', 'note', { address: friend }),
    ],
    fee: { cost: 5_000n, costText: '0.000005', symbol: 'SOL', payer: friend },
  },
  solanaTransactions: {
    ...solana,
    intent: 'transactions',
    balanceChanges: [out(sol, '2')],
    parts: [
      {
        ...solana,
        target: { address: friend, name: null, notice: { kind: 'known' } },
        fields: [who('to', 'receiver', friend, 'known'), money('lamports', 'amount', sol, '2')],
        raw: '',
      },
      {
        ...solana,
        intent: 'batch',
        findings: [warn('delegateGiven', 'warn', { symbol: 'USDC', spender: program, amount: '40' })],
        parts: [
          {
            ...solana,
            intent: 'approve',
            target: { address: program, name: null, notice: { kind: 'firstTime' } },
            fields: [who('delegate', 'spender', program, 'firstTime'), money('amount', 'amount', usd, '40')],
          },
          { ...solana, intent: 'burn', fields: [money('amount', 'amount', usd, '1')] },
        ],
        raw: '',
      },
    ],
  },
  bitcoinSend: coins,
  bitcoinMany: {
    ...coins,
    target: null,
    fields: [who('address', 'receiver', payee, 'known'), money('amount', 'amount', bitcoin, '0.0125')],
    balanceChanges: [out(bitcoin, '0.0135')],
    fee: { cost: 84_600n, costText: '0.000846', symbol: 'BTC', rateText: '403.2' },
    findings: [
      warn('highFee', 'warn', { cost: '0.000846', symbol: 'BTC' }),
      warn('firstTimeReceiver', 'warn', { address: other }),
      warn('ordinalInput', 'warn', { address: ownPiece }),
      warn('dataOutput', 'note', { bytes: '11' }),
      warn('lockedUntil', 'note', { height: '912000' }),
    ],
    family: {
      payload,
      coins: {
        symbol: 'BTC',
        inputs: [input('payment', ownCoin, '0.02'), input('ordinal', ownPiece, '0.00000546')],
        outputs: [
          output('receiver', payee, '0.0125'),
          output('receiver', other, '0.001'),
          output('data', null, '0', '68656c6c6f20776f726c64'),
          output('change', ownCoin, '0.00565946'),
        ],
      },
    },
  },
  bitcoinPart: {
    ...coins,
    intent: 'signPart',
    target: null,
    fields: [],
    balanceChanges: [{ ...out(bitcoin, '0.04999454'), direction: 'in' }],
    fee: null,
    findings: [
      warn('sighashOpen', 'warn', { sighash: 'SINGLE|ANYONECANPAY' }),
      warn('ordinalInput', 'warn', { address: ownPiece }),
      warn('feeUnknown', 'warn', { count: '1' }),
      warn('foreignInputs', 'note', { count: '1' }),
    ],
    family: {
      payload,
      coins: {
        symbol: 'BTC',
        inputs: [
          input('ordinal', ownPiece, '0.00000546', { sighash: 'SINGLE|ANYONECANPAY' }),
          input('other', payee, null, { amount: null }),
        ],
        outputs: [output('own', ownCoin, '0.05')],
      },
    },
    raw: raw({ method: 'signPsbt', params: { psbt: 'cHNidP8BAF4C…' } }),
  },
} satisfies Record<string, Description>
