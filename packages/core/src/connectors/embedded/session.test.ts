import { describe, expect, test } from 'vitest'
import { settle, until } from '../../testing/createTestEnvironment.ts'
import { testUser } from '../../testing/createTestFrame.ts'
import { createWalletKit, providerOf, returningKit, signedInKit } from '../../testing/createWalletKit.ts'
import { listenForWallets } from '../../testing/listenForWallets.ts'

describe('login', () => {
  test('behavior: a sign-out elsewhere disconnects and shows the reason', async () => {
    const { frame, latchkey } = await signedInKit()
    frame.say({ name: 'disconnect', code: 'session_ended' })
    await until(() => latchkey.connection.getState().status === 'disconnected')
    expect(latchkey.modal.getState().toast).toMatchObject({
      kind: 'error',
      message: 'You are logged out. Log in again',
    })
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: the frame learns about a login in another tab after the kit', async () => {
    const { frame, latchkey } = returningKit()
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
    frame.answers.isConnected = () => ({ isConnected: true, isProtected: true })
    frame.say({ name: 'accountsChanged', accounts: [testUser.address] })
    await until(() => latchkey.connection.getState().status === 'connected')
    expect(latchkey.email.getState().user).toMatchObject({ address: testUser.address })
  })

  test('behavior: a login at another site that shares the wallet’s storage does not connect here', async () => {
    const { frame, latchkey } = await signedInKit()
    await latchkey.connection.disconnect()
    const asked = frame.types().length
    frame.say({ name: 'accountsChanged', accounts: [testUser.address] })
    await settle()
    expect(frame.types()).toHaveLength(asked)
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: a sign-out here shows no message', async () => {
    const { frame, latchkey } = await signedInKit()
    frame.answers.signOut = () => {
      frame.say({ name: 'disconnect', code: 'session_ended' })
      return {}
    }
    await latchkey.connection.disconnect()
    await settle()
    expect(latchkey.modal.getState().toast).toBeUndefined()
  })

  test('behavior: a sign-out during the reconnect still signs out', async () => {
    const { environment, frame, latchkey } = returningKit()
    const heard = listenForWallets(environment.page())
    frame.answers.isConnected = () => ({ isConnected: true, isProtected: true })
    frame.answers.getUser = () => undefined
    const restoring = latchkey.connection.reconnect()
    const accounts = heard[0]?.provider.request({ method: 'eth_accounts' })
    await until(() => frame.types().filter((type) => type === 'getUser').length === 2)
    await latchkey.connection.disconnect()
    expect(frame.types()).toContain('signOut')
    for (const _ of [1, 2]) frame.answer('getUser', testUser)
    await restoring
    // Other libraries of the app get the same state as the kit.
    await expect(accounts).resolves.toStrictEqual([])
    expect(latchkey.email.getState().user).toBeUndefined()
    expect(latchkey.connection.getState()).toMatchObject({
      status: 'disconnected',
      failure: undefined,
      connections: [],
    })
  })

  test('behavior: another account is accepted; an invalid one ends the login', async () => {
    const { frame, latchkey } = await signedInKit()
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    frame.say({ name: 'accountsChanged', accounts: [other] })
    await until(() => latchkey.email.getState().user?.address === other)
    expect(latchkey.connection.getState()).toMatchObject({ account: { address: other } })
    frame.say({ name: 'accountsChanged', accounts: ['0x1'] })
    await until(() => latchkey.connection.getState().status === 'disconnected')
  })

  test('behavior: open requests end with their port; the next request opens another frame', async () => {
    const kit = await signedInKit()
    const provider = providerOf(kit)
    const lost = expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4900 })
    await until(() => kit.frame.types().includes('rpc'))
    kit.frame.takeAway()
    await lost
    expect(kit.latchkey.connection.getState().status).toBe('connected')
    kit.frame.answers.rpc = () => '0xsigned'
    await expect(provider.request({ method: 'personal_sign', params: [] })).resolves.toBe('0xsigned')
    expect(kit.frame.element.urls).toHaveLength(2)
  })

  test('behavior: destroy removes the frame and ends open requests', async () => {
    const kit = await signedInKit()
    const asked = expect(providerOf(kit).request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4900 })
    await until(() => kit.frame.types().includes('rpc'))
    kit.latchkey.destroy()
    await asked
    expect(kit.frame.element.mounted).toBe(false)
    expect(kit.environment.timers()).toBe(0)
    const heard = listenForWallets(kit.environment.page())
    kit.environment.page().dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toStrictEqual([])
  })

  test('error: a visitor without a valid address is rejected', async () => {
    const { frame, latchkey } = createWalletKit()
    frame.answers.isConnected = () => ({ isConnected: true })
    for (const user of [
      { ...testUser, address: '0x1' },
      { ...testUser, accounts: 'x' },
      { ...testUser, email: 5 },
      null,
    ]) {
      frame.answers.getUser = () => user
      await expect(latchkey.connection.connect({ connectorId: 'latchkey' })).rejects.toMatchObject({
        code: 'frame_error',
      })
    }
  })
})
