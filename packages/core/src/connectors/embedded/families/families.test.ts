import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import {
  bitcoinAccounts,
  connectedIds,
  createFamilyKit,
  regtest,
  solanaAddresses,
  solanaOne,
  solanaTwo,
  userOn,
} from '../../../testing/createFamilyKit.ts'
import { settle, until } from '../../../testing/createTestEnvironment.ts'
import { type TestFrameRequest, testUser } from '../../../testing/createTestFrame.ts'
import { localOne } from '../../../testing/testNetworks.ts'

const families = ['latchkey', 'latchkey:solana', 'latchkey:bip122']

async function signIn(options?: Parameters<typeof createFamilyKit>[0]) {
  const kit = createFamilyKit(options)
  kit.isSignedIn.now = true
  kit.latchkey.networks.switchNetwork({ chainId: (options?.networks?.[0] ?? localOne).caipNetworkId }).catch(() => {})
  const started = kit.latchkey.email.start({ email: testUser.email })
  await until(() => kit.frame.hellos.length > 0)
  await settle()
  await kit.environment.advance(10_000)
  await started
  await until(() => connectedIds(kit).length === (options?.networks ? 2 : 3))
  return kit
}

/** Collects the states of the connection from now on. */
function statesOf({ latchkey: { connection } }: Awaited<ReturnType<typeof signIn>>) {
  const states: string[] = []
  connection.subscribe(({ status }) => states.push(status))
  return states
}

describe('login', () => {
  test('default: connects each family of the app, that of the current network first', async () => {
    const kit = await signIn()
    expect(connectedIds(kit)[0]).toBe('latchkey')
    expect(connectedIds(kit).toSorted()).toStrictEqual(families.toSorted())
    const { connections } = kit.latchkey.connection.getState()
    expect(connections.every(({ active }) => active)).toBe(true)
    expect(connections.map(({ account }) => account.caipAddress).toSorted()).toStrictEqual(
      [
        `${localOne.caipNetworkId}:${testUser.address}`,
        `${solanaOne.caipNetworkId}:${solanaAddresses.ada}`,
        `${regtest.caipNetworkId}:${bitcoinAccounts[0].address}`,
      ].toSorted(),
    )
    const bitcoin = connections.find(({ account }) => account.namespace === 'bip122')
    expect(bitcoin?.account.allAccounts).toMatchObject([
      { type: 'payment', publicKey: `02${'11'.repeat(32)}`, path: "m/84'/1'/0'/0/0" },
      { type: 'ordinal' },
    ])
  })

  test('behavior: on a network of Solana, the app works with Solana', async () => {
    const kit = createFamilyKit()
    await kit.latchkey.networks.switchNetwork({ chainId: solanaTwo.caipNetworkId })
    kit.isSignedIn.now = true
    const started = kit.latchkey.email.start({ email: testUser.email })
    await until(() => kit.frame.hellos.length > 0)
    await settle()
    await kit.environment.advance(10_000)
    await started
    expect(kit.latchkey.connection.getState()).toMatchObject({
      status: 'connected',
      account: { connector: { id: 'latchkey:solana' }, chainId: solanaTwo.caipNetworkId },
    })
    await until(() => connectedIds(kit).length === 3)
    expect(connectedIds(kit)[0]).toBe('latchkey:solana')
  })

  test('behavior: an app without EVM networks has the others', async () => {
    const kit = await signIn({ networks: [solanaOne, regtest] })
    expect(connectedIds(kit)).toStrictEqual(['latchkey:solana', 'latchkey:bip122'])
    expect(kit.latchkey.email.getState().user).toMatchObject({ address: solanaAddresses.ada })
  })

  test('behavior: a network of another family selects that family’s connection', async () => {
    const kit = await signIn()
    await kit.latchkey.networks.switchNetwork({ chainId: regtest.caipNetworkId })
    expect(connectedIds(kit)[0]).toBe('latchkey:bip122')
    await kit.latchkey.networks.switchNetwork({ chainId: solanaTwo.caipNetworkId })
    expect(kit.latchkey.connection.getState()).toMatchObject({
      account: { connector: { id: 'latchkey:solana' }, chainId: solanaTwo.caipNetworkId },
    })
    expect(kit.latchkey.networks.getState()).toMatchObject({ active: solanaTwo, switchingTo: undefined })
  })
})

describe('the last visit', () => {
  const stored = [
    { connectorId: 'latchkey:solana', namespace: 'solana' },
    { connectorId: 'latchkey', namespace: 'eip155' },
  ]

  test('default: each family returns, even a new one of the app; the last connection is selected', async () => {
    const kit = createFamilyKit({ stored })
    await kit.latchkey.connection.reconnect()
    expect(connectedIds(kit)[0]).toBe('latchkey:solana')
    expect(connectedIds(kit).toSorted()).toStrictEqual(families.toSorted())
    expect(kit.frame.element.shown).toBe(false)
  })

  test('behavior: after a sign-out elsewhere, no family is connected', async () => {
    const kit = createFamilyKit({ stored })
    kit.isSignedIn.now = false
    await kit.latchkey.connection.reconnect()
    expect(kit.latchkey.connection.getState()).toMatchObject({ status: 'disconnected', connections: [] })
  })

  test('behavior: an app with EVM networks only loads nothing of the others', async () => {
    const kit = createFamilyKit({
      networks: [localOne],
      stored: [{ connectorId: 'latchkey', namespace: 'eip155' }],
    })
    await kit.latchkey.connection.reconnect()
    expect(connectedIds(kit)).toStrictEqual(['latchkey'])
    expect(kit.frame.types()).toStrictEqual(['isConnected', 'getUser'])
  })
})

describe('signing out', () => {
  test.each(families)('behavior: a disconnect of %s ends all, permanently', async (connectorId) => {
    const kit = await signIn()
    await kit.latchkey.connection.disconnect({ connectorId })
    await settle()
    expect(connectedIds(kit)).toStrictEqual([])
    expect(kit.frame.types().filter((type) => type === 'signOut')).toHaveLength(1)
    expect(kit.isSignedIn.now).toBe(false)
    const asked = kit.frame.requests.length
    await kit.latchkey.connection.reconnect()
    expect(kit.frame.requests).toHaveLength(asked)
  })

  test('behavior: no other family of the wallet is in use on the way, so no toast names a new wallet', async () => {
    const kit = await signIn()
    const states = statesOf(kit)
    await kit.latchkey.connection.disconnect({ connectorId: 'latchkey' })
    expect(states).toStrictEqual(['disconnected'])
    expect(kit.latchkey.modal.getState().toast).toBeUndefined()
  })

  test('behavior: a login that ends in the frame ends all families at once, without a toast about a new wallet', async () => {
    const kit = await signIn()
    const states = statesOf(kit)
    kit.frame.say({ name: 'disconnect', code: 'session_ended' })
    await until(() => connectedIds(kit).length === 0)
    expect(states).toStrictEqual(['disconnected'])
    expect(kit.latchkey.modal.getState().toast?.text).not.toBe('tookOver')
  })

  test('behavior: in another tab ends all', async () => {
    const kit = await signIn()
    kit.frame.say({ name: 'disconnect', code: 'session_ended' })
    await until(() => connectedIds(kit).length === 0)
    expect(kit.latchkey.connection.getState().status).toBe('disconnected')
  })
})

describe('the visitor', () => {
  test('behavior: each family reports a change of the visitor', async () => {
    const kit = await signIn()
    const other = { ...testUser, email: 'ben@site.test', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }
    kit.frame.answers.getUser = ({ payload }: TestFrameRequest) => {
      const user = userOn(payload.chainId ?? localOne.caipNetworkId, solanaAddresses.ben)
      return String(payload.chainId).startsWith('solana:') ? { ...user, email: other.email } : { ...user, ...other }
    }
    const solana = () =>
      kit.latchkey.connection.getState().connections.find(({ account }) => account.namespace === 'solana')
    kit.frame.say({ name: 'accountsChanged', accounts: [other.address] })
    await until(() => solana()?.account.address === solanaAddresses.ben)
  })

  test('error: a family ends if its accounts can no longer be read', async () => {
    const kit = await signIn()
    kit.frame.answers.getUser = ({ payload }: TestFrameRequest) => {
      if (String(payload.chainId).startsWith('solana:')) throw new ServiceError('no_active_account')
      return { ...(userOn(payload.chainId ?? localOne.caipNetworkId) as object), email: 'ben@site.test' }
    }
    kit.frame.say({ name: 'accountsChanged', accounts: [testUser.address] })
    await until(() => !connectedIds(kit).includes('latchkey:solana'))
    expect(connectedIds(kit)).toContain('latchkey')
  })

  test('error: an answer of another network or family is refused', async () => {
    const kit = await signIn()
    for (const answer of [userOn(solanaOne.caipNetworkId), userOn(regtest.caipNetworkId), testUser]) {
      kit.frame.answers.getUser = () => answer
      await expect(kit.latchkey.networks.switchNetwork({ chainId: solanaTwo.caipNetworkId })).rejects.toMatchObject({
        code: 'frame_error',
      })
    }
    expect(kit.latchkey.connection.getState()).toMatchObject({ account: { chainId: solanaOne.caipNetworkId } })
  })
})

describe('requests', () => {
  const signature = new Uint8Array(64).fill(7)

  test('default: requests of Solana, in WalletConnect’s format', async () => {
    const kit = await signIn()
    kit.frame.answers.rpc = ({ payload }: TestFrameRequest) =>
      payload.method === 'solana_signTransaction'
        ? { signature: encodeBase58(signature), transaction: btoa('signed') }
        : { signature: encodeBase58(signature) }
    const provider = kit.latchkey.connection.getProvider('solana')
    const subject = { address: solanaAddresses.ada, chainId: solanaOne.caipNetworkId }
    const transaction = new Uint8Array([1, 2, 3])
    const message = new TextEncoder().encode('hello')
    expect(await provider?.signMessage({ address: subject.address, message })).toStrictEqual({ signature })
    const signed = await provider?.signTransaction({ ...subject, transaction })
    expect(new TextDecoder().decode(signed)).toBe('signed')
    const sent = await provider?.signAndSendTransaction({ ...subject, transaction })
    expect(sent).toStrictEqual({ signature: encodeBase58(signature) })
    const asked = kit.frame.requests.filter(({ type }) => type === 'rpc').map(({ payload }) => payload)
    const pubkey = subject.address
    expect(asked).toStrictEqual([
      {
        ...{ method: 'solana_signMessage', chainId: subject.chainId },
        params: { message: encodeBase58(message), pubkey },
      },
      { method: 'solana_signTransaction', chainId: subject.chainId, params: { transaction: 'AQID', pubkey } },
      { method: 'solana_signAndSendTransaction', chainId: subject.chainId, params: { transaction: 'AQID', pubkey } },
    ])
  })

  test('default: requests of Bitcoin', async () => {
    const kit = await signIn()
    const txid = 'ab'.repeat(32)
    kit.frame.answers.rpc = ({ payload }: TestFrameRequest) =>
      payload.method === 'signMessage'
        ? { address: bitcoinAccounts[0].address, signature: '07'.repeat(65) }
        : { psbt: 'cHNidP8BAA==', txid }
    const provider = kit.latchkey.connection.getProvider('bip122')
    const { address } = bitcoinAccounts[0]
    expect(await provider?.signMessage({ address, message: 'hello' })).toStrictEqual({
      signature: btoa('\u0007'.repeat(65)),
    })
    const inputs = [{ index: 0, address }]
    expect(await provider?.signPsbt({ psbt: 'cHNidP8B', inputs })).toStrictEqual({ psbt: 'cHNidP8BAA==' })
    expect(await provider?.signPsbt({ psbt: 'cHNidP8B', inputs, broadcast: true })).toMatchObject({ txid })
    expect(await provider?.sendTransfer({ address, receiver: address, amount: 1_000n })).toStrictEqual({ txid })
    expect(kit.frame.requests.at(-1)?.payload).toStrictEqual({
      ...{ method: 'sendTransfer', chainId: regtest.caipNetworkId },
      params: { account: address, recipientAddress: address, amount: '1000' },
    })
  })

  test('behavior: are for the current network: the frame switches once, and again after a reload', async () => {
    const kit = await signIn()
    /** The frame's network: the first of a family until it switches. */
    let inUse: unknown = solanaOne.caipNetworkId
    kit.frame.answers.switchNetwork = ({ payload }) => {
      inUse = payload.chainId
      return payload
    }
    kit.frame.answers.rpc = ({ payload }) => {
      if (payload.chainId !== inUse) throw new ServiceError('chain_changed')
      return { signature: encodeBase58(signature) }
    }
    const moves = () =>
      kit.frame.requests.flatMap(({ type, payload }) => (type === 'switchNetwork' ? [payload.chainId] : []))
    expect(moves().toSorted()).toStrictEqual([solanaOne.caipNetworkId, regtest.caipNetworkId].toSorted())
    const ask = () =>
      kit.latchkey.connection
        .getProvider('solana')
        ?.signMessage({ address: solanaAddresses.ada, message: new Uint8Array([1]) })
    await ask()
    await kit.latchkey.networks.switchNetwork({ chainId: solanaTwo.caipNetworkId })
    await ask()
    expect(moves().slice(2)).toStrictEqual([solanaTwo.caipNetworkId])
    inUse = solanaOne.caipNetworkId
    await expect(ask()).resolves.toStrictEqual({ signature })
    expect(moves().slice(2)).toStrictEqual([solanaTwo.caipNetworkId, solanaTwo.caipNetworkId])
    // A frame that does not switch is not asked again and again.
    kit.frame.answers.switchNetwork = ({ payload }) => payload
    inUse = solanaOne.caipNetworkId
    await expect(ask()).rejects.toMatchObject({ code: 'chain_changed' })
  })

  test('error: a foreign account, a refusal, an answer without a signature, and a request after the end', async () => {
    const kit = await signIn()
    const provider = kit.latchkey.connection.getProvider('solana')
    const message = new Uint8Array([1])
    const ask = (address: string = solanaAddresses.ada) => provider?.signMessage({ address, message })
    await expect(ask(solanaAddresses.ben)).rejects.toMatchObject({ code: 'account_changed' })
    kit.frame.answers.rpc = () => {
      throw new ServiceError('user_rejected')
    }
    await expect(ask()).rejects.toMatchObject({ code: 'user_rejected' })
    kit.frame.answers.rpc = () => ({ signature: encodeBase58(signature.subarray(1)) })
    await expect(ask()).rejects.toMatchObject({ code: 'frame_error' })
    await kit.latchkey.connection.disconnect()
    await expect(ask()).rejects.toMatchObject({ code: 'session_ended' })
  })

  test.each([
    ['sent', 'solana_signAndSendTransaction', 'transaction_uncertain'],
    ['signed', 'solana_signTransaction', 'frame_failed'],
  ] as const)('error: lost while it was %s: %s, %s', async (_, method, code) => {
    const kit = await signIn()
    const provider = kit.latchkey.connection.getProvider('solana')
    const options = {
      ...{ address: solanaAddresses.ada, chainId: solanaOne.caipNetworkId },
      transaction: new Uint8Array([1]),
    }
    const asked =
      method === 'solana_signTransaction'
        ? provider?.signTransaction(options)
        : provider?.signAndSendTransaction(options)
    const failed = expect(asked).rejects.toMatchObject({ code })
    await until(() => kit.frame.requests.at(-1)?.type === 'rpc')
    kit.frame.takeAway()
    await failed
  })
})
