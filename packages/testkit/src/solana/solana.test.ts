import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { announceStandardWallet } from '../standard/announceStandardWallet.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'
import { createVirtualSolanaWallet } from './createVirtualSolanaWallet.ts'
import type { VirtualSolanaWallet, VirtualSolanaWalletParameters } from './VirtualSolanaWallet.ts'

const seeds = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

function create(parameters: Partial<VirtualSolanaWalletParameters> = {}): VirtualSolanaWallet {
  return createVirtualSolanaWallet({ accounts: [{ privateKey: seeds[0] }, { privateKey: seeds[1] }], ...parameters })
}
function call(wallet: VirtualSolanaWallet, feature: string, ...inputs: unknown[]): Promise<unknown> {
  const method = wallet.standard.features[feature]?.[feature.slice(feature.indexOf(':') + 1)]
  return (method as (...inputs: unknown[]) => Promise<unknown>)(...inputs)
}
/** Verifies with another implementation than the wallet's. */
function isSigned({ address, data, signature }: { address: string; data: Uint8Array; signature: Uint8Array }): boolean {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)])
  return verify(null, data, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}
/** A legacy message: its signers, then a program. */
function transactionOf(...signers: string[]): Uint8Array {
  const keys = [...signers.map((address) => base58.decode(address)), new Uint8Array(32)]
  const message = [signers.length, 0, 1, keys.length, ...keys.flatMap((key) => [...key]), ...new Uint8Array(32), 0]
  return new Uint8Array([signers.length, ...new Uint8Array(64 * signers.length), ...message])
}

describe('accounts', () => {
  test('default', async () => {
    const wallet = create()
    expect(wallet.standard.accounts).toStrictEqual([])
    expect(await call(wallet, 'standard:connect', { silent: true })).toStrictEqual({ accounts: [] })
    const { accounts } = (await call(wallet, 'standard:connect')) as { accounts: { address: string }[] }
    expect(accounts.map(({ address }) => address)).toStrictEqual([wallet.addresses[0]])
    expect(await call(wallet, 'standard:connect', { silent: true })).toMatchObject({ accounts })
    await call(wallet, 'standard:disconnect')
    expect(wallet.standard.accounts).toStrictEqual([])
  })

  test('behavior: a permitted site gets events for other accounts and for the end', async () => {
    const wallet = create()
    const told: string[][] = []
    const on = wallet.standard.features['standard:events']?.on as (event: string, listener: unknown) => () => void
    const stop = on('change', ({ accounts }: { accounts: { address: string }[] }) =>
      told.push(accounts.map(({ address }) => address)),
    )
    wallet.setAccount(1)
    await call(wallet, 'standard:connect')
    wallet.setAccount(0)
    wallet.revoke()
    stop()
    await call(wallet, 'standard:connect')
    expect(told).toStrictEqual([[wallet.addresses[1]], [wallet.addresses[0]], []])
  })

  test('behavior: the wallet asks, is rejected, and remembers', async () => {
    const memory = new Map<string, string>()
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    }
    const wallet = create({ policy: 'ask', storage })
    const refused = call(wallet, 'standard:connect')
    await wallet.reject()
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    const connecting = call(wallet, 'standard:connect')
    await wallet.approve()
    await connecting
    expect(create({ storage }).standard.accounts).toHaveLength(1)
    wallet.setPolicy('hang')
    const hanging = call(wallet, 'solana:signMessage', {
      account: wallet.standard.accounts[0],
      message: new Uint8Array(),
    })
    wallet.disappear()
    await expect(hanging).rejects.toMatchObject({ code: 4900 })
  })
})

describe('signatures', () => {
  test('default', async () => {
    const wallet = create()
    await call(wallet, 'standard:connect')
    const [account] = wallet.standard.accounts
    const address = wallet.addresses[0] ?? ''
    const message = new TextEncoder().encode('Hello')
    const [output] = (await call(wallet, 'solana:signMessage', { account, message })) as [{ signature: Uint8Array }]
    expect(isSigned({ address, data: message, signature: output.signature })).toBe(true)
    expect(isSigned({ address, data: message.map((byte) => byte ^ 1), signature: output.signature })).toBe(false)
  })

  test('behavior: a transaction is signed at its signer’s position, and the other signatures stay the same', async () => {
    const sent: Uint8Array[] = []
    const wallet = create({ send: async ({ transaction }) => void sent.push(transaction) })
    await call(wallet, 'standard:connect')
    const [account] = wallet.standard.accounts
    const [own = '', other = ''] = wallet.addresses
    const transaction = transactionOf(other, own)
    const [output] = (await call(wallet, 'solana:signTransaction', { account, transaction })) as [
      { signedTransaction: Uint8Array },
    ]
    const signed = output.signedTransaction
    expect(isSigned({ address: own, data: signed.slice(129), signature: signed.slice(65, 129) })).toBe(true)
    expect(signed.slice(1, 65)).toStrictEqual(new Uint8Array(64))
    const [result] = (await call(wallet, 'solana:signAndSendTransaction', {
      account,
      transaction: transactionOf(own),
      chain: 'solana:devnet',
    })) as [{ signature: Uint8Array }]
    expect(sent.map((bytes) => bytes.slice(1, 65))).toStrictEqual([result.signature])
    await expect(
      call(wallet, 'solana:signTransaction', { account, transaction: transactionOf(other) }),
    ).rejects.toThrow('no place')
  })

  test('error: an account that is not shared', async () => {
    const wallet = create()
    const account = { address: wallet.addresses[0] }
    await expect(call(wallet, 'solana:signMessage', { account, message: new Uint8Array() })).rejects.toMatchObject({
      code: 4100,
    })
  })
})

test('behavior: the wallet registers with pages that are ready now or later, until it disappears', () => {
  const target = new EventTarget()
  const registered = new Set<StandardWallet>()
  const api = {
    register: (wallet: StandardWallet) => {
      registered.add(wallet)
      return () => registered.delete(wallet)
    },
  }
  const wallet = create()
  announceStandardWallet({ wallet, target })
  expect(registered.size).toBe(0)
  const ready = () => target.dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: api }))
  ready()
  expect([...registered]).toStrictEqual([wallet.standard])
  wallet.disappear()
  expect(registered.size).toBe(0)
  ready()
  expect(registered.size).toBe(0)
})
