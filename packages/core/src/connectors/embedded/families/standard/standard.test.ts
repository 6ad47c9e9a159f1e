import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import {
  bitcoinAccounts,
  createFamilyKit,
  regtest,
  solanaAddresses,
  solanaOne,
} from '../../../../testing/createFamilyKit.ts'
import { settle, until } from '../../../../testing/createTestEnvironment.ts'
import { type TestFrameRequest, testUser } from '../../../../testing/createTestFrame.ts'
import { localOne } from '../../../../testing/testNetworks.ts'
import { listenForStandardWallets } from '../../../walletStandard/listenForStandardWallets.ts'
import type { PublishedAccount } from './StandardAsk.ts'
import { toSignInText } from './toSignInText.ts'

type Method = (...inputs: unknown[]) => Promise<never>
type Wallet = {
  name: string
  chains: readonly string[]
  accounts: readonly PublishedAccount[]
  features: Record<string, Record<string, Method>>
}

const stored = [{ connectorId: 'latchkey', namespace: 'eip155' }]

/** A page with another library that listens for wallets. */
async function createPage(options?: Parameters<typeof createFamilyKit>[0]) {
  const kit = createFamilyKit(options)
  const wallets: Wallet[] = []
  const listener = listenForStandardWallets({
    page: kit.environment.page(),
    onRegister: (wallet) => wallets.push(wallet as Wallet),
    onUnregister: (wallet) => wallets.splice(wallets.indexOf(wallet as Wallet), 1),
  })
  listener.ask()
  await kit.latchkey.connection.reconnect()
  if (options?.networks?.length !== 1 && options?.wallet?.announce !== false) await until(() => wallets.length > 0)
  const wallet = wallets[0] as Wallet
  const call = async <Answer>(name: string, ...inputs: unknown[]): Promise<Answer> =>
    (await wallet.features[name]?.[name.slice(name.indexOf(':') + 1)]?.(...inputs)) as Answer
  return { ...kit, wallets, wallet, call, listener }
}

describe('registration', () => {
  test('default: the page’s other libraries find it, the kit’s own list does not have it', async () => {
    const { latchkey, wallet, wallets, environment } = await createPage()
    expect(wallets).toHaveLength(1)
    expect(wallet).toMatchObject({ name: 'Test Wallet', accounts: [] })
    expect(wallet.chains).toStrictEqual([
      'solana:localnet',
      'solana:4Do1Go6jEV7qjX26mjPQbpAzoKdJtwgs',
      'bitcoin:regtest',
    ])
    expect(Object.keys(wallet.features).toSorted()).toStrictEqual([
      'bitcoin:connect',
      'bitcoin:signAndSendTransaction',
      'bitcoin:signMessage',
      'bitcoin:signTransaction',
      'latchkey:',
      'solana:signAndSendTransaction',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ])
    latchkey.wallets.prepare()
    await settle()
    await environment.advance(1_000)
    expect(JSON.stringify(latchkey.wallets.getState())).not.toContain('Test Wallet')
  })

  test('behavior: libraries that load later find it too, until the kit is destroyed', async () => {
    const { latchkey, environment, wallets } = await createPage()
    const late: object[] = []
    const listener = listenForStandardWallets({
      page: environment.page(),
      onRegister: (wallet) => late.push(wallet),
      onUnregister: () => {},
    })
    listener.ask()
    expect(late).toStrictEqual(wallets)
    latchkey.destroy()
    expect(wallets).toStrictEqual([])
  })

  test.each([
    ['an app with Ethereum’s networks alone', { networks: [localOne] as const }],
    ['an app that opted out', { wallet: { url: 'https://wallet.test', announce: false } }],
  ])('behavior: %s has none', async (_, options) => {
    const { wallets } = await createPage(options)
    await settle()
    expect(wallets).toStrictEqual([])
  })
})

describe('connecting', () => {
  test('default: the accounts of all networks, one for each address', async () => {
    const { call, wallet, frame } = await createPage({ stored })
    expect(wallet.accounts).toStrictEqual([])
    const { accounts } = await call<{ accounts: readonly PublishedAccount[] }>('standard:connect', { silent: true })
    expect(accounts).toStrictEqual(wallet.accounts)
    expect(accounts.map(({ address, chains, purpose }) => ({ address, chains, purpose }))).toStrictEqual([
      { address: solanaAddresses.ada, chains: wallet.chains.slice(0, 2), purpose: undefined },
      { address: bitcoinAccounts[0].address, chains: ['bitcoin:regtest'], purpose: 'payment' },
      { address: bitcoinAccounts[1].address, chains: ['bitcoin:regtest'], purpose: 'ordinals' },
    ])
    expect(accounts.map(({ publicKey }) => publicKey.length)).toStrictEqual([32, 33, 33])
    expect(frame.element.shown).toBe(false)
    const { accounts: paying } = await call<{ accounts: readonly PublishedAccount[] }>('bitcoin:connect', {
      purposes: ['payment'],
    })
    expect(paying.map(({ address }) => address)).toStrictEqual([bitcoinAccounts[0].address])
  })

  test('behavior: a silent connect shows no login and loads nothing of the frame', async () => {
    const { call, frame, latchkey } = await createPage()
    expect(await call('standard:connect', { silent: true })).toStrictEqual({ accounts: [] })
    expect(frame.element.urls).toStrictEqual([])
    expect(latchkey.modal.getState().open).toBe(false)
  })

  test('behavior: without a login, a connect opens it; its cancellation is not reported as our error', async () => {
    const { call, latchkey } = await createPage()
    const refused = expect(call('standard:connect')).rejects.toMatchObject({
      code: 4001,
      cause: { code: 'user_rejected' },
    })
    await until(() => latchkey.modal.getState().open)
    latchkey.modal.close()
    await refused
  })

  test('behavior: a sign-out anywhere takes the accounts back', async () => {
    const page = await createPage({ stored })
    const changes: number[] = []
    const on = page.wallet.features['standard:events']?.on as unknown as (
      event: string,
      listener: (change: { accounts: readonly unknown[] }) => void,
    ) => () => void
    const off = on('change', ({ accounts }) => changes.push(accounts.length))
    await page.call('standard:connect')
    await page.latchkey.connection.disconnect()
    expect(page.wallet.accounts).toStrictEqual([])
    expect(changes).toStrictEqual([3, 0])
    off()

    const other = await createPage({ stored })
    await other.call('standard:connect')
    await other.call('standard:disconnect')
    await until(() => other.latchkey.connection.getState().status === 'disconnected')
    expect(other.isSignedIn.now).toBe(false)
  })
})

describe('Solana', () => {
  const signature = new Uint8Array(64).fill(9)

  async function connectedPage() {
    const page = await createPage({ stored })
    await page.call('standard:connect')
    page.frame.answers.rpc = ({ payload }: TestFrameRequest) => {
      const { transactions } = payload.params as { transactions?: string[] }
      if (transactions) return { transactions }
      return { signature: encodeBase58(signature), transaction: btoa('signed') }
    }
    const [account] = page.wallet.accounts
    const asked = () => page.frame.requests.filter(({ type }) => type === 'rpc').map(({ payload }) => payload)
    return { ...page, account, asked }
  }

  test('default: messages and transactions', async () => {
    const { call, account, asked } = await connectedPage()
    const message = new TextEncoder().encode('hi')
    expect(await call('solana:signMessage', { account, message })).toStrictEqual([
      { signedMessage: message, signature, signatureType: 'ed25519' },
    ])
    const transaction = new Uint8Array([1, 2, 3])
    const [one] = await call<{ signedTransaction: Uint8Array }[]>('solana:signTransaction', { account, transaction })
    expect(new TextDecoder().decode(one?.signedTransaction)).toBe('signed')
    const both = await call<unknown[]>('solana:signTransaction', { account, transaction }, { account, transaction })
    expect(both).toStrictEqual([{ signedTransaction: transaction }, { signedTransaction: transaction }])
    const chain = 'solana:4Do1Go6jEV7qjX26mjPQbpAzoKdJtwgs'
    const options = { skipPreflight: true, commitment: 'confirmed' }
    expect(await call('solana:signAndSendTransaction', { account, transaction, chain, options })).toStrictEqual([
      { signature },
    ])
    expect(asked().map(({ method, chainId }) => [method, chainId])).toStrictEqual([
      ['solana_signMessage', solanaOne.caipNetworkId],
      ['solana_signTransaction', solanaOne.caipNetworkId],
      ['solana_signAllTransactions', solanaOne.caipNetworkId],
      ['solana_signAndSendTransaction', chain],
    ])
    expect(asked().at(-1)?.params).toStrictEqual({
      ...{ transaction: 'AQID', pubkey: solanaAddresses.ada, sendOptions: { skipPreflight: true } },
    })
  })

  test('behavior: a connect does not switch the frame, a request for another network does, and the kit’s next switches it back', async () => {
    const page = await createPage({ stored: [{ connectorId: 'latchkey:solana', namespace: 'solana' }, ...stored] })
    const { frame, call, latchkey } = page
    let inUse: unknown
    frame.answers.switchNetwork = ({ payload }) => {
      inUse = payload.chainId
      return payload
    }
    frame.answers.rpc = ({ payload }) => {
      if (payload.chainId !== inUse) throw new ServiceError('chain_changed')
      return { signature: encodeBase58(signature) }
    }
    const moves = () =>
      frame.requests.flatMap(({ type, payload }) => (type === 'switchNetwork' ? [payload.chainId] : []))
    const before = moves()
    await call('standard:connect')
    expect(moves()).toStrictEqual(before)
    const [account] = page.wallet.accounts
    const [transaction, chain] = [new Uint8Array([1]), 'solana:4Do1Go6jEV7qjX26mjPQbpAzoKdJtwgs']
    await call('solana:signAndSendTransaction', { account, transaction, chain })
    await latchkey.connection
      .getProvider('solana')
      ?.signMessage({ address: solanaAddresses.ada, message: new Uint8Array([1]) })
    expect(moves().slice(before.length)).toStrictEqual([chain, solanaOne.caipNetworkId])
  })

  test('default: sign-in, with the account that signed', async () => {
    const { call, account, asked } = await connectedPage()
    const input = { domain: 'site.test', statement: 'Welcome', nonce: 'abcdefgh' }
    const [output] = await call<{ account: object; signedMessage: Uint8Array }[]>('solana:signIn', input)
    const text = new TextDecoder().decode(output?.signedMessage)
    expect(text).toBe(
      `site.test wants you to sign in with your Solana account:\n${solanaAddresses.ada}\n\nWelcome\n\nNonce: abcdefgh`,
    )
    expect(output?.account).toBe(account)
    expect(asked().at(-1)?.params).toMatchObject({ message: encodeBase58(output?.signedMessage ?? new Uint8Array()) })
    await expect(call('solana:signIn', { domain: 'a', address: solanaAddresses.ben })).rejects.toMatchObject({
      cause: { code: 'account_changed' },
    })
  })

  test('error: another network, a foreign account, a refusal', async () => {
    const { call, account, frame } = await connectedPage()
    const message = new Uint8Array([1])
    const transaction = message
    await expect(
      call('solana:signTransaction', { account, transaction, chain: 'solana:mainnet' }),
    ).rejects.toMatchObject({ cause: { code: 'chain_not_on_connector' } })
    await expect(
      call('solana:signMessage', { account: { address: solanaAddresses.ben }, message }),
    ).rejects.toMatchObject({ cause: { code: 'account_changed' } })
    await expect(call('solana:signMessage', { account, message: 'text' })).rejects.toMatchObject({
      cause: { code: 'malformed_request', field: 'message' },
    })
    frame.answers.rpc = () => {
      throw new ServiceError('user_rejected')
    }
    await expect(call('solana:signMessage', { account, message })).rejects.toMatchObject({ code: 4001 })
  })
})

describe('Bitcoin', () => {
  test('default: messages and PSBTs', async () => {
    const { call, wallet, frame } = await createPage({ stored })
    await call('standard:connect')
    const txid = 'cd'.repeat(32)
    frame.answers.rpc = ({ payload }: TestFrameRequest) =>
      payload.method === 'signMessage' ? { signature: '09'.repeat(65) } : { psbt: 'cHNidP8BAA==', txid }
    const [, payment, ordinals] = wallet.accounts
    const message = new TextEncoder().encode('hi')
    const [signed] = await call<{ signature: Uint8Array }[]>('bitcoin:signMessage', { account: ordinals, message })
    expect(signed?.signature).toStrictEqual(new Uint8Array(65).fill(9))
    expect(frame.requests.at(-1)?.payload).toMatchObject({ params: { protocol: 'bip322', message: 'hi' } })
    const psbt = Uint8Array.from(atob('cHNidP8B'), (character) => character.charCodeAt(0))
    const inputsToSign = [
      { account: payment, signingIndexes: [0, 2] },
      { account: ordinals, signingIndexes: [1], sigHash: 'ALL|ANYONECANPAY' },
    ]
    const [one] = await call<{ signedPsbt: Uint8Array }[]>('bitcoin:signTransaction', { psbt, inputsToSign })
    expect(one?.signedPsbt).toHaveLength(7)
    expect(frame.requests.at(-1)?.payload).toStrictEqual({
      ...{ method: 'signPsbt', chainId: regtest.caipNetworkId },
      params: {
        ...{ account: payment?.address, psbt: 'cHNidP8B', broadcast: false },
        signInputs: [
          { address: payment?.address, index: 0 },
          { address: payment?.address, index: 2 },
          { address: ordinals?.address, index: 1, sighashTypes: [0x81] },
        ],
      },
    })
    const chain = 'bitcoin:regtest'
    expect(await call('bitcoin:signAndSendTransaction', { psbt, inputsToSign, chain })).toStrictEqual([{ txId: txid }])
    expect(frame.requests.at(-1)?.payload).toMatchObject({ params: { broadcast: true } })
  })

  test('error: nothing to sign, an unknown signature type, bytes that are not text', async () => {
    const { call, wallet } = await createPage({ stored })
    await call('standard:connect')
    const account = wallet.accounts[1]
    const psbt = new Uint8Array([1])
    const refused = (input: object) => expect(call('bitcoin:signTransaction', input)).rejects
    await refused({ psbt, inputsToSign: [] }).toMatchObject({ cause: { field: 'inputsToSign' } })
    await refused({ psbt, inputsToSign: [{ account, signingIndexes: [0], sigHash: 'SOME' }] }).toMatchObject({
      cause: { field: 'sigHash' },
    })
    await expect(call('bitcoin:signMessage', { account, message: new Uint8Array([255]) })).rejects.toMatchObject({
      cause: { field: 'message' },
    })
  })
})

test('behavior: the text of a sign-in with all fields', () => {
  const fields = {
    ...{ domain: 'site.test', statement: 'Hello', uri: 'https://site.test/', version: '1', chainId: 'solana:localnet' },
    ...{ nonce: 'abcdefgh', issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2026-01-02T00:00:00Z' },
    ...{ notBefore: '2026-01-01T00:00:00Z', requestId: '7', resources: ['https://a.test', 'https://b.test'] },
  }
  const site = { host: 'page.test', href: 'https://page.test/' }
  expect(toSignInText({ fields, address: testUser.address, site }).split('\n')).toStrictEqual([
    'site.test wants you to sign in with your Solana account:',
    testUser.address,
    '',
    'Hello',
    '',
    'URI: https://site.test/',
    'Version: 1',
    'Chain ID: solana:localnet',
    'Nonce: abcdefgh',
    'Issued At: 2026-01-01T00:00:00Z',
    'Expiration Time: 2026-01-02T00:00:00Z',
    'Not Before: 2026-01-01T00:00:00Z',
    'Request ID: 7',
    'Resources:',
    '- https://a.test',
    '- https://b.test',
  ])
  expect(toSignInText({ fields: {}, address: 'A', site })).toBe(
    'page.test wants you to sign in with your Solana account:\nA',
  )
})
