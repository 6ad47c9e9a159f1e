import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58check, base64, bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { ordinalsKey, paymentKey } from './bitcoinKeys.ts'
import { createVirtualBitcoinWallet } from './createVirtualBitcoinWallet.ts'
import { installBitcoinProvider } from './installBitcoinProvider.ts'
import { createPsbt, decodePsbt } from './psbt.ts'
import { messageTransaction, signBitcoinMessage } from './signBitcoinMessage.ts'
import { type BitcoinTransaction, hash256, hashForSegwit, hashForTaproot, uint32 } from './transaction.ts'
import type { VirtualBitcoinWallet, VirtualBitcoinWalletParameters } from './VirtualBitcoinWallet.ts'

const privateKey = `0x${'33'.repeat(32)}` as const
const chain = 'bitcoin:mainnet'

function create(parameters: Partial<VirtualBitcoinWalletParameters> = {}): VirtualBitcoinWallet {
  return createVirtualBitcoinWallet({
    accounts: [{ privateKey }, { privateKey: `0x${'44'.repeat(32)}` }],
    ...parameters,
  })
}
function call(wallet: VirtualBitcoinWallet, feature: string, ...inputs: unknown[]): Promise<unknown> {
  const method = wallet.standard.features[feature]?.[feature.slice(feature.indexOf(':') + 1)]
  return (method as (...inputs: unknown[]) => Promise<unknown>)(...inputs)
}
const keys = [
  paymentKey({ privateKey: hexToBytes('33'.repeat(32)), chain }),
  ordinalsKey({ privateKey: hexToBytes('33'.repeat(32)), chain }),
] as const
const outputScript = (address: string) => keys.find((key) => key.address === address)?.script ?? new Uint8Array()

/** A transaction that spends one output of each address. */
function spend(): { transaction: BitcoinTransaction; prevouts: { amount: bigint; script: Uint8Array }[] } {
  const input = (byte: number) => ({
    txid: new Uint8Array(32).fill(byte),
    vout: 1,
    script: new Uint8Array(),
    sequence: 0xfffffffd,
  })
  return {
    transaction: {
      version: 2,
      inputs: [input(1), input(2)],
      outputs: [{ amount: 9_000n, script: keys[0].script }],
      locktime: 0,
    },
    prevouts: keys.map(({ script }) => ({ amount: 5_000n, script })),
  }
}

describe('published values', () => {
  test('behavior: BIP-322, a witness key hash', () => {
    const wif = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
    const secret = base58check(sha256).decode(wif).slice(1, 33)
    const key = paymentKey({ privateKey: secret, chain })
    expect(key.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
    expect(base64.encode(signBitcoinMessage({ key, message: utf8ToBytes('Hello World') }))).toBe(
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    )
  })

  test('behavior: BIP-143, the hash for the second input of its example', () => {
    const txid = (hex: string) => hexToBytes(hex)
    const transaction: BitcoinTransaction = {
      version: 1,
      inputs: [
        {
          txid: txid('fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f'),
          vout: 0,
          script: new Uint8Array(),
          sequence: 0xffffffee,
        },
        {
          txid: txid('ef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a'),
          vout: 1,
          script: new Uint8Array(),
          sequence: 0xffffffff,
        },
      ],
      outputs: [
        { amount: 112_340_000n, script: hexToBytes('76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac') },
        { amount: 223_450_000n, script: hexToBytes('76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac') },
      ],
      locktime: 17,
    }
    const prevout = { amount: 600_000_000n, script: hexToBytes('00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1') }
    expect(bytesToHex(hashForSegwit({ transaction, index: 1, prevout }))).toBe(
      'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
    )
  })

  test('behavior: BIP-86, the first address of its example', () => {
    const secret = '41f41d69260df4cf277826a9b65a3717e4eeddbeedf637f212ca096576479361'
    expect(ordinalsKey({ privateKey: hexToBytes(secret), chain }).address).toBe(
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    )
  })
})

describe('through the Wallet Standard', () => {
  test('default', async () => {
    const wallet = create()
    const { accounts } = (await call(wallet, 'bitcoin:connect', { purposes: ['payment', 'ordinals'] })) as {
      accounts: { address: string; publicKey: Uint8Array }[]
    }
    expect(accounts.map(({ address }) => address)).toStrictEqual([
      wallet.addresses[0]?.payment,
      wallet.addresses[0]?.ordinals,
    ])
    const message = utf8ToBytes('Hello')
    for (const [index, account] of accounts.entries()) {
      const [output] = (await call(wallet, 'bitcoin:signMessage', { account, message })) as [{ signature: Uint8Array }]
      const script = outputScript(account.address)
      const transaction = messageTransaction({ script, message })
      const prevout = { amount: 0n, script }
      if (index === 0) {
        const [, length = 0] = output.signature
        const der = output.signature.slice(2, 1 + length)
        const hash = hashForSegwit({ transaction, index: 0, prevout })
        expect(secp256k1.verify(der, hash, account.publicKey)).toBe(true)
      } else {
        const key = new Uint8Array(
          bech32m.fromWords(bech32m.decode(account.address as `${string}1${string}`).words.slice(1)),
        )
        const hash = hashForTaproot({ transaction, index: 0, prevouts: [prevout] })
        expect(schnorr.verify(output.signature.slice(2), hash, key)).toBe(true)
      }
    }
  })

  test('behavior: the legacy form allows recovery of the public key', async () => {
    const wallet = create({ messageProtocol: 'ecdsa' })
    await call(wallet, 'standard:connect')
    const [account] = wallet.standard.accounts
    const message = utf8ToBytes('Hello')
    const [output] = (await call(wallet, 'bitcoin:signMessage', { account, message })) as [{ signature: Uint8Array }]
    const text = new Uint8Array([24, ...utf8ToBytes('Bitcoin Signed Message:\n'), message.length, ...message])
    const signature = secp256k1.Signature.fromCompact(output.signature.slice(1)).addRecoveryBit(
      (output.signature[0] ?? 0) - 31,
    )
    expect(signature.recoverPublicKey(hash256(text)).toRawBytes(true)).toStrictEqual(account?.publicKey)
  })

  test('behavior: each input of a PSBT is signed with its key, and everything else stays the same', async () => {
    const sent: string[] = []
    const wallet = create({ send: async ({ chain: on }) => void sent.push(on) })
    await call(wallet, 'standard:connect')
    const [payment, ordinals] = wallet.standard.accounts
    const { transaction, prevouts } = spend()
    const psbt = createPsbt({ transaction, prevouts })
    const inputsToSign = [
      { account: payment, signingIndexes: [0] },
      { account: ordinals, signingIndexes: [1] },
    ]
    const [output] = (await call(wallet, 'bitcoin:signTransaction', { psbt, inputsToSign, chain })) as [
      { signedPsbt: Uint8Array },
    ]
    const signed = decodePsbt(output.signedPsbt)
    expect(signed.transaction).toStrictEqual(transaction)
    const der = signed.inputs[0]?.get(`02${bytesToHex(keys[0].publicKey)}`)?.slice(0, -1) ?? new Uint8Array()
    const [first = { amount: 0n, script: new Uint8Array() }] = prevouts
    expect(secp256k1.verify(der, hashForSegwit({ transaction, index: 0, prevout: first }), keys[0].publicKey)).toBe(
      true,
    )
    const taproot = signed.inputs[1]?.get('13') ?? new Uint8Array()
    expect(schnorr.verify(taproot, hashForTaproot({ transaction, index: 1, prevouts }), keys[1].script.slice(2))).toBe(
      true,
    )
    const [broadcast] = (await call(wallet, 'bitcoin:signAndSendTransaction', { psbt, inputsToSign, chain })) as [
      { txId: string },
    ]
    expect(broadcast.txId).toMatch(/^[0-9a-f]{64}$/)
    expect(sent).toStrictEqual([chain])
    await expect(
      call(wallet, 'bitcoin:signTransaction', { psbt, inputsToSign: [{ account: payment, signingIndexes: [1] }] }),
    ).rejects.toThrow('not of this address')
  })

  test('error: bytes that are not a PSBT', () => {
    for (const bytes of [new Uint8Array(), uint32(7), hexToBytes('70736274ff00'), hexToBytes('70736274ff0100')])
      expect(() => decodePsbt(bytes)).toThrow()
  })
})

describe('through the sats-connect protocol', () => {
  test('default', async () => {
    const wallet = create({ chains: ['bitcoin:mainnet', 'bitcoin:testnet'] })
    const events: unknown[] = []
    for (const event of ['accountChange', 'networkChange', 'disconnect'])
      wallet.sats.addListener(event, (value) => events.push(value))
    expect(await wallet.sats.request('wallet_getAccount')).toMatchObject({ status: 'error', error: { code: -32002 } })
    expect(await wallet.sats.request('wallet_connect', { addresses: ['payment'], network: 'Mainnet' })).toMatchObject({
      status: 'success',
      result: {
        addresses: [{ address: wallet.addresses[0]?.payment, purpose: 'payment' }],
        network: { bitcoin: { name: 'Mainnet' } },
      },
    })
    expect(await wallet.sats.request('wallet_changeNetwork', { name: 'Testnet' })).toMatchObject({ status: 'success' })
    expect(await wallet.sats.request('wallet_getAccount')).toMatchObject({
      result: { addresses: [{ address: expect.stringMatching(/^tb1q/) }, { address: expect.stringMatching(/^tb1p/) }] },
    })
    wallet.setAccount(1)
    await wallet.sats.request('wallet_disconnect')
    expect(events).toStrictEqual([{ type: 'networkChange' }, { type: 'accountChange' }, { type: 'disconnect' }])
    wallet.setPolicy('reject')
    expect(await wallet.sats.request('wallet_connect', {})).toMatchObject({ status: 'error', error: { code: -32000 } })
    expect(await wallet.sats.request('stx_transferStx', {})).toMatchObject({ error: { code: -32601 } })
  })

  test('behavior: the provider is available in the page by its ID and in the list until it is removed', () => {
    const target = new EventTarget()
    const wallet = create()
    const stop = installBitcoinProvider({ wallet, target, id: 'Virtual' })
    expect(target).toMatchObject({
      Virtual: wallet.sats,
      btc_providers: [{ id: 'Virtual', name: 'Virtual Bitcoin Wallet' }],
    })
    stop()
    expect(target).toMatchObject({ btc_providers: [] })
    expect('Virtual' in target).toBe(false)
  })
})

test('behavior: through UniSat’s interface', async () => {
  const wallet = create({ chains: ['bitcoin:mainnet', 'bitcoin:testnet'] })
  const { unisat } = wallet
  const events: unknown[] = []
  for (const event of ['accountsChanged', 'networkChanged']) unisat.on(event, (value) => events.push(value))
  expect(await unisat.getAccounts()).toStrictEqual([])
  expect(await unisat.requestAccounts()).toStrictEqual([wallet.addresses[0]?.payment])
  expect(await unisat.getPublicKey()).toBe(bytesToHex(keys[0].publicKey))
  const { transaction, prevouts } = spend()
  const psbt = bytesToHex(createPsbt({ transaction, prevouts }))
  const signed = await unisat.signPsbt(psbt, { toSignInputs: [{ index: 0 }] })
  expect(decodePsbt(hexToBytes(signed)).inputs[0]?.size).toBe(2)
  expect(await unisat.pushPsbt(signed)).toMatch(/^[0-9a-f]{64}$/)
  await unisat.switchNetwork('testnet')
  await unisat.disconnect()
  expect(events).toStrictEqual([[wallet.addresses[0]?.payment], 'testnet', [expect.stringMatching(/^tb1q/)], []])
  await expect(unisat.signMessage('x')).rejects.toMatchObject({ code: 4100 })
})
